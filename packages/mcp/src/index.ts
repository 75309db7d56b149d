/**
 * Any MCP server as a `ToolExecutor`.
 *
 * @packageDocumentation
 */
export * from './client/index.js';
