import { SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client';
import type { Connection } from './connection.js';
import { McpConnectionError, type McpConnectionErrorCode } from './mcp-connection-error.js';
import { NotSentError } from './not-sent-error.js';
import { neverConnected } from './run/never-connected.js';

const stderrShown = 2_000;

const reasonOf = (connection: Connection, error: unknown): readonly [McpConnectionErrorCode, string] => {
  if (error instanceof SdkHttpError || error instanceof UnauthorizedError) {
    const status = error instanceof SdkHttpError ? `HTTP ${error.status}` : 'HTTP 401';
    return ['refused', `answered ${status}: check \`server.url\`, \`headers\` and \`authProvider\``];
  }
  if (neverConnected(error)) return ['unreachable', 'does not answer: start it, or check `server.url`'];
  const isClosed = error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed;
  if (connection.ended !== undefined && (isClosed || error instanceof NotSentError)) {
    return ['exited', `${connection.ended} before it was ready: run its command by hand, or read its stderr`];
  }
  const problem = error instanceof Error ? error.message : String(error);
  return ['protocol', `does not speak MCP as it should: ${problem}`];
};

/** The error that `mcpExecutor` rejects with for what went wrong at the start. */
export const startFailure = (name: string, connection: Connection, error: unknown): Error => {
  if (error instanceof McpConnectionError) return error;
  const [code, reason] = reasonOf(connection, error);
  return new McpConnectionError(code, withStderr(`the MCP server ${name} ${reason}`, connection), { cause: error });
};

/** The error for a server that is not ready in time. */
export const startTimeout = (name: string, connection: Connection, ms: number): McpConnectionError =>
  new McpConnectionError(
    'timeout',
    withStderr(
      `the MCP server ${name} was not ready within ${ms} ms: raise \`startTimeoutMs\`, or check that its command speaks MCP`,
      connection,
    ),
  );

const withStderr = (message: string, { stderrTail }: Connection): string =>
  stderrTail === '' ? message : `${message}\nThe last of its stderr:\n${stderrTail.slice(-stderrShown)}`;
