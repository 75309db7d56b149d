import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { validateHostHeader } from '@modelcontextprotocol/server';
import type { HttpServing } from '../serve-options.js';

/** A request that is turned away. */
export interface Refusal {
  /** The HTTP status. */
  readonly status: 401 | 403 | 404;
  /** What is wrong and what to do, for whoever reads the answer. */
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compared as digests, so that neither the time nor the lengths tell anything about the token. */
const isToken = (given: string | undefined, token: string): boolean => {
  const match = /^Bearer +(\S+) *$/i.exec(given ?? '');
  return timingSafeEqual(digest(match?.[1] ?? ''), digest(token)) && match !== null;
};

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const everywhere: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

const hostNames = ({ host = '127.0.0.1', allowedHosts = [] }: HttpServing): string[] => [
  ...loopbackNames,
  ...(everywhere.has(host) ? [] : [host.includes(':') ? `[${host}]` : host]),
  ...allowedHosts,
];

/** A page's origin is ours where it is the very address that the request went to, whose `Host` has been checked. */
const isOwnOrigin = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();

/**
 * Looks at a request before anything is done for it: `Host` and `Origin` (a page that has its name rebound to this
 * machine gives itself away by both), then the token, then the path.
 */
export const httpGuard = (http: HttpServing): ((request: IncomingMessage) => Refusal | undefined) => {
  const names = hostNames(http);
  const origins = new Set(http.allowedOrigins);
  const { token, path = '/mcp' } = http;
  return ({ headers, url }) => {
    const { host, origin, authorization } = headers;
    if (!validateHostHeader(host, names).ok) {
      return { status: 403, message: `Host ${JSON.stringify(host ?? '')} is not served: name it in \`allowedHosts\`` };
    }
    if (origin !== undefined && !origins.has(origin) && !isOwnOrigin(origin, host)) {
      return { status: 403, message: `Origin ${JSON.stringify(origin)} may not call: name it in \`allowedOrigins\`` };
    }
    if (token !== undefined && !isToken(authorization, token)) {
      const message = 'a bearer token is missing or wrong: send `Authorization: Bearer …`';
      return { status: 401, message, headers: { 'www-authenticate': 'Bearer' } };
    }
    if (url?.split('?', 1)[0] !== path)
      return { status: 404, message: `there is nothing here: the endpoint is ${path}` };
    return undefined;
  };
};

/** Answers a request with an error of JSON-RPC that belongs to no request, as MCP's transport does. */
export const refuse = (
  response: ServerResponse,
  { status, message, headers }: { readonly status: number } & Omit<Refusal, 'status'>,
): void => {
  // The body, if one is coming, is not read: the connection ends with this answer.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }));
};
