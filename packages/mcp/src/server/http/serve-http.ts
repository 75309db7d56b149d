import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ToolExecutor } from '@pawl/core';
import type { ServeSettings } from '../check-serve-options.js';
import type { McpServing } from '../serve-mcp.js';
import type { HttpServing } from '../serve-options.js';
import { httpGuard, refuse } from './http-guard.js';
import { HttpSessions } from './http-sessions.js';

/** Listens, and gives every client a session of its own. @throws {Error} of `listen`, such as a port that is taken. */
export const serveHttp = async (
  executor: ToolExecutor,
  settings: ServeSettings,
  http: HttpServing,
): Promise<Pick<McpServing, 'address' | 'closed' | 'close'>> => {
  const { host = '127.0.0.1', port = 0, path = '/mcp' } = http;
  const guard = httpGuard(http);
  const sessions = new HttpSessions(executor, settings, http);
  const server = createServer((request, response) => {
    const refusal = guard(request);
    if (refusal !== undefined) return refuse(response, refusal);
    sessions.handle(request, response).catch((error: unknown) => {
      settings.warn({ code: 'protocol', message: `a request failed: ${String(error)}` });
      if (response.headersSent) response.destroy();
      else refuse(response, { status: 500, message: 'Internal server error' });
    });
  });
  await once(server.listen(port, host), 'listening');
  const closed = once(server, 'close').then(() => {});
  const unsubscribe = executor.onSpecsChange(() => sessions.tellChange());
  // A server that listens at a port has such an address.
  const bound = server.address() as AddressInfo;
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  const close = async (): Promise<void> => {
    unsubscribe();
    server.close();
    await sessions.close();
    server.closeAllConnections();
    await closed;
  };
  let closing: Promise<void> | undefined;
  return {
    address: { host: bound.address, port: bound.port, url: `http://${name}:${bound.port}${path}` },
    closed,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};
