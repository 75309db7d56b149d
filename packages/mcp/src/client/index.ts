export { McpConnectionError, type McpConnectionErrorCode } from './mcp-connection-error.js';
export { type McpConnection, mcpExecutor } from './mcp-executor.js';
export type { HttpServer, McpExecutorOptions, McpWarning, StdioServer } from './mcp-executor-options.js';
