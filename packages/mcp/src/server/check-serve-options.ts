import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Implementation } from '@modelcontextprotocol/server';
import { maxTimeoutMs } from '../client/check-options.js';
import { isLoopback } from './http/is-loopback.js';
import type { HttpServing, ServedContext, ServeMcpOptions, ServeWarning } from './serve-options.js';

/** The options, checked, with their defaults. */
export interface ServeSettings {
  readonly transport: ServeMcpOptions['transport'];
  readonly serverInfo: Implementation;
  readonly instructions: string | undefined;
  readonly context: ServedContext;
  readonly caller: string | undefined;
  readonly taint: 'session' | 'off';
  readonly recovery: 'offer' | 'none';
  readonly approvalTimeoutMs: number;
  readonly onApproval: ServeMcpOptions['onApproval'];
  readonly onSessionEnd: ServeMcpOptions['onSessionEnd'];
  readonly closeTimeoutMs: number;
  readonly newSessionId: () => string;
  readonly warn: (warning: ServeWarning) => void;
}

const minTokenLength = 16;

const fault = (option: string, problem: string): TypeError => new TypeError(`serveMcp: \`${option}\` ${problem}`);

const atMost = (option: string, value: number | undefined, limit: number): void => {
  if (value !== undefined && !(Number.isInteger(value) && value > 0 && value <= limit)) {
    throw fault(option, `must be a whole number from 1 to ${limit}, not ${String(value)}`);
  }
};

const oneOf = (option: string, value: string | undefined, values: readonly string[]): void => {
  if (value !== undefined && !values.includes(value)) {
    throw fault(option, `is ${values.map((one) => `'${one}'`).join(' or ')}, not ${JSON.stringify(value)}`);
  }
};

const strings = (option: string, values: readonly string[] | undefined): void => {
  if (values !== undefined && !(Array.isArray(values) && values.every((value) => typeof value === 'string'))) {
    throw fault(option, 'must be a list of strings');
  }
};

const checkHttp = (http: HttpServing): void => {
  const { host = '127.0.0.1', port = 0, path = '/mcp', token } = http;
  if (typeof host !== 'string' || (host !== 'localhost' && isIP(host) === 0)) {
    throw fault('transport.host', `must be an IP address to listen at, or 'localhost', not ${JSON.stringify(host)}`);
  }
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw fault('transport.port', 'must be from 0 to 65,535');
  if (typeof path !== 'string' || !path.startsWith('/')) throw fault('transport.path', 'must begin with /');
  if (token !== undefined && (typeof token !== 'string' || token.length < minTokenLength)) {
    throw fault('transport.token', `must have at least ${minTokenLength} characters: take a random one`);
  }
  if (token === undefined && !isLoopback(host)) {
    throw fault('transport.token', `is missing, and ${host} can be reached from other machines: set one`);
  }
  strings('transport.allowedHosts', http.allowedHosts);
  strings('transport.allowedOrigins', http.allowedOrigins);
  const relative = http.allowedOrigins?.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (relative !== undefined) {
    throw fault('transport.allowedOrigins', `holds ${JSON.stringify(relative)}; an origin reads https://app.example`);
  }
  atMost('transport.maxBodyBytes', http.maxBodyBytes, Number.MAX_SAFE_INTEGER);
  atMost('transport.maxSessions', http.maxSessions, Number.MAX_SAFE_INTEGER);
};

const checkTransport = (transport: ServeMcpOptions['transport']): void => {
  if (typeof transport !== 'object' || transport === null) throw fault('transport', 'must be an object with `kind`');
  oneOf('transport.kind', transport.kind, ['stdio', 'http', 'transport']);
  if (transport.kind === 'http') checkHttp(transport);
  else if (transport.kind === 'stdio') {
    atMost('transport.maxMessageBytes', transport.maxMessageBytes, Number.MAX_SAFE_INTEGER);
  } else if (typeof transport.transport?.start !== 'function') {
    throw fault('transport.transport', 'must be a transport of the official server package');
  }
};

/** What goes wrong in telling a warning must not end the process that serves. */
const safely =
  (warn: (warning: ServeWarning) => void): ServeSettings['warn'] =>
  (warning) => {
    try {
      warn(warning);
    } catch {
      // There is nobody left to warn.
    }
  };

/** Fills in the defaults. @throws {TypeError} that names the option that is wrong. */
export const checkServeOptions = (options: ServeMcpOptions): ServeSettings => {
  if (typeof options !== 'object' || options === null) throw fault('options', 'must be an object with `transport`');
  checkTransport(options.transport);
  oneOf('taint', options.taint, ['session', 'off']);
  oneOf('recovery', options.recovery, ['offer', 'none']);
  atMost('approvalTimeoutMs', options.approvalTimeoutMs, maxTimeoutMs);
  atMost('closeTimeoutMs', options.closeTimeoutMs, maxTimeoutMs);
  for (const option of ['onApproval', 'onSessionEnd', 'newSessionId', 'onWarning'] as const) {
    const value: unknown = options[option];
    if (value !== undefined && typeof value !== 'function') throw fault(option, 'must be a function');
  }
  return {
    transport: options.transport,
    serverInfo: options.serverInfo ?? { name: 'pawl', version: '0.1.0' },
    instructions: options.instructions,
    context: options.context ?? {},
    caller: options.caller,
    taint: options.taint ?? 'session',
    recovery: options.recovery ?? 'none',
    approvalTimeoutMs: options.approvalTimeoutMs ?? 600_000,
    onApproval: options.onApproval,
    onSessionEnd: options.onSessionEnd,
    closeTimeoutMs: options.closeTimeoutMs ?? 5_000,
    newSessionId: options.newSessionId ?? randomUUID,
    warn: safely(options.onWarning ?? (() => {})),
  };
};
