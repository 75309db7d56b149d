/**
 * Any MCP server as a `ToolExecutor`, and any `ToolExecutor` as an MCP server.
 *
 * @packageDocumentation
 */
export * from './client/index.js';
export * from './server/index.js';
