import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One message of the client's, and how to answer it. */
export interface Exchange {
  readonly message: { readonly id?: number; readonly method: string; readonly params?: Record<string, unknown> };
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A bare MCP server over HTTP that answers everything but `tools/call`, so that a test can misbehave there. */
export interface HttpFixture extends AsyncDisposable {
  readonly url: string;
  readonly server: Server;
  /** The methods of HTTP and of JSON-RPC that were asked for, in order. */
  readonly seen: string[];
}

export const answer = ({ message, response }: Exchange, result: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'session-1' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
};

export const openEventStream = ({ response }: Pick<Exchange, 'response'>): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
};

export const sendEvent = ({ response }: Pick<Exchange, 'response'>, message: unknown): void => {
  response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
};

const initialized = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: 'http-fixture', version: '1.0.0' },
};

const tools = [{ name: 'probe', inputSchema: { type: 'object' } }];

/** Serves on loopback; `onCall` gets `tools/call` and everything that is no request. */
export const serveHttp = async (
  onCall: (exchange: Exchange) => void,
  onGet: (response: ServerResponse) => void = (response) => void response.writeHead(405).end(),
): Promise<HttpFixture> => {
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') {
      seen.push(String(request.method));
      if (request.method === 'GET') onGet(response);
      else response.writeHead(200).end();
      return;
    }
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const exchange: Exchange = { message: JSON.parse(body), request, response };
    const { method } = exchange.message;
    seen.push(method);
    if (method === 'initialize') answer(exchange, initialized);
    else if (method === 'tools/list') answer(exchange, { tools });
    else if (method === 'tools/call') onCall(exchange);
    else response.writeHead(202).end(() => method === 'notifications/cancelled' && onCall(exchange));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    server,
    seen,
    [Symbol.asyncDispose]: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
