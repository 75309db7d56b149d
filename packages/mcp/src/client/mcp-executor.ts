import { Client, type Implementation, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { specsByName, type ToolExecutor, type ToolSpec } from '@pawl/core';
import { Catalogue } from './catalogue/catalogue.js';
import { listTools } from './catalogue/list-tools.js';
import { checkOptions, maxTimeoutMs, type Settings } from './check-options.js';
import type { Connection } from './connection.js';
import { executorOf } from './executor-of.js';
import { HttpConnection } from './http/http-connection.js';
import type { McpExecutorOptions } from './mcp-executor-options.js';
import { ProgressRouter } from './run/progress-router.js';
import type { Session } from './run/session.js';
import { hideResult } from './run/whole-result.js';
import { startFailure, startTimeout } from './start-failure.js';
import { StdioConnection } from './stdio/stdio-connection.js';
import { withinStartTime } from './within-start-time.js';

/** A server that is connected. Whoever opened it closes it. */
export interface McpConnection {
  /** The server's tools. Once the connection has ended, every call fails at once. */
  readonly executor: ToolExecutor;
  /** What the server says of itself; `undefined` where it says nothing. */
  readonly serverInfo: Implementation | undefined;
  /** How the server wants to be used, for the model's prompt; written by the server, so untrusted. */
  readonly instructions: string | undefined;
  /** The server's process id; `undefined` over HTTP. */
  readonly pid: number | undefined;
  /** Fails the calls under way and ends the connection; over stdio also the server's process and its children. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

const connectionTo = (settings: Settings): Connection =>
  'command' in settings.server
    ? new StdioConnection(settings.server, settings)
    : new HttpConnection(settings.server, settings);

/** Puts our own reading of messages before the official client's. */
const tapMessages = (connection: Connection, progress: ProgressRouter): void => {
  const receive = connection.onmessage;
  connection.onmessage = (message: JSONRPCMessage) => {
    if (!progress.take(message)) receive?.(hideResult(message));
  };
};

const misnamedTools = (
  names: ReadonlySet<string>,
  specs: readonly ToolSpec[],
  server: string,
): TypeError | undefined => {
  const listed = specsByName(specs);
  const missing = [...names].filter((name) => !listed.has(name)).map((name) => JSON.stringify(name));
  if (missing.length === 0) return undefined;
  const known = [...listed.keys()].join(', ');
  return new TypeError(
    `mcpExecutor: \`cacheableApproval\` names ${missing.join(', ')}, but ${server} lists only ${known}: correct the name`,
  );
};

/**
 * Starts an MCP server, or connects to one, and gives its tools as an executor.
 *
 * The executor claims nothing that the operator did not state: every tool requires all capabilities, and workers are
 * refused.
 *
 * @throws {McpConnectionError} where the server cannot be used; nothing is left running.
 * @throws {TypeError} for an option that is wrong, before anything is started.
 * @example
 * ```ts
 * await using files = await mcpExecutor({
 *   server: { command: 'mcp-server-filesystem', args: ['/srv/notes'] },
 * });
 * await dispatch(files.executor, { id: '1', tool: 'read_text_file', args: { path: '/srv/notes/today.md' } });
 * ```
 */
export const mcpExecutor = async (options: McpExecutorOptions): Promise<McpConnection> => {
  const settings = checkOptions(options);
  const { name, startTimeoutMs, warn } = settings;
  const connection = connectionTo(settings);
  const client = new Client(settings.clientInfo);
  client.onerror = (error) => warn({ code: 'protocol', message: `${name}: ${error.message}` });
  const progress = new ProgressRouter();
  const late = (): Error => startTimeout(name, connection, startTimeoutMs);
  const cacheable = new Set(options.cacheableApproval);
  const catalogue = new Catalogue({
    name,
    list: () => withinStartTime(settings, late, (signal) => listTools(client, name, signal)),
    isCacheable: (tool) => cacheable.has(tool),
    warn,
    clock: settings.clock,
  });
  client.onclose = () => catalogue.stop();
  try {
    await withinStartTime(settings, late, async (signal) => {
      await client.connect(connection, { signal, timeout: maxTimeoutMs });
      tapMessages(connection, progress);
      client.setNotificationHandler('notifications/tools/list_changed', () => catalogue.refresh());
      await catalogue.load();
    });
  } catch (error) {
    // Before it is closed, while it still says how it ended of itself.
    const failure = startFailure(name, connection, error);
    await connection.close();
    throw failure;
  }
  const misnamed = misnamedTools(cacheable, catalogue.specs, name);
  if (misnamed !== undefined) {
    await connection.close();
    throw misnamed;
  }
  const { clock } = settings;
  const specs = (): readonly ToolSpec[] => catalogue.specs;
  const session: Session = { client, connection, progress, server: name, specs, warn, clock };
  const close = (): Promise<void> => connection.close();
  return {
    executor: executorOf(session, catalogue, options),
    serverInfo: client.getServerVersion(),
    instructions: client.getInstructions(),
    pid: connection instanceof StdioConnection ? connection.pid : undefined,
    close,
    [Symbol.asyncDispose]: close,
  };
};
