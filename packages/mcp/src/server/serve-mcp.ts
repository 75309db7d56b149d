import type { ToolExecutor } from '@pawl/core';
import { checkServeOptions } from './check-serve-options.js';
import { serveHttp } from './http/serve-http.js';
import { serveOne } from './serve-one.js';
import type { ServeMcpOptions } from './serve-options.js';

/** Where an HTTP serving can be reached. */
export interface ServedAddress {
  /** The address it listens at. */
  readonly host: string;
  /** The port it listens at. */
  readonly port: number;
  /** The endpoint, for clients on this machine. */
  readonly url: string;
}

/** An executor that is being served. Whoever started it closes it; the executor stays its owner's. */
export interface McpServing {
  /** Where it can be reached; `undefined` for anything but HTTP. */
  readonly address: ServedAddress | undefined;
  /** Resolves once it has ended, also of itself: over stdio when the client leaves. */
  readonly closed: Promise<void>;
  /** Takes no more requests, cancels the calls under way, waits for them to let go, and ends every session. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Serves an executor to MCP clients over stdio or Streamable HTTP. Every call goes through `dispatch`: what needs approval
 * is asked through MCP elicitation where the client offers it, and refused where it does not.
 *
 * @throws {TypeError} for an option that is wrong.
 * @throws {Error} of `listen`, for a port that is taken.
 * @example
 * ```ts
 * await using serving = await serveMcp(tools, { transport: { kind: 'http', port: 3000 } });
 * console.error(`listening at ${serving.address?.url}`);
 * await serving.closed;
 * ```
 */
export const serveMcp = async (executor: ToolExecutor, options: ServeMcpOptions): Promise<McpServing> => {
  const settings = checkServeOptions(options);
  const { transport } = settings;
  const serving =
    transport.kind === 'http'
      ? await serveHttp(executor, settings, transport)
      : await serveOne(executor, settings, transport);
  return { ...serving, [Symbol.asyncDispose]: serving.close };
};
