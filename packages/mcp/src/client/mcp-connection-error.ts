/** Why no connection to a server came about. */
export type McpConnectionErrorCode =
  /** The command, or its working directory, does not exist or may not be run. */
  | 'command-not-found'
  /** The server ended, or closed the connection, before it was ready. */
  | 'exited'
  /** The server was not ready within `startTimeoutMs`. */
  | 'timeout'
  /** Nobody listens at the URL. */
  | 'unreachable'
  /** The server answered with an HTTP error. */
  | 'refused'
  /** The server answered something that is not MCP. */
  | 'protocol'
  /** The server's list of tools cannot be used. */
  | 'catalogue';

/** What `mcpExecutor` rejects with when a server cannot be used; nothing is left running. */
export class McpConnectionError extends Error {
  /** Always `McpConnectionError`. */
  override readonly name = 'McpConnectionError';
  /** Which of the reasons it is. */
  readonly code: McpConnectionErrorCode;

  constructor(code: McpConnectionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
