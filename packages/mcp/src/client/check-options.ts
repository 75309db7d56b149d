import type { Implementation } from '@modelcontextprotocol/client';
import { type Clock, systemClock } from '@pawl/core';
import type { HttpServer, McpExecutorOptions, McpWarning, StdioServer } from './mcp-executor-options.js';

/** The options, checked, with their defaults. */
export interface Settings {
  readonly server: StdioServer | (HttpServer & { readonly url: URL });
  readonly name: string;
  readonly startTimeoutMs: number;
  readonly closeTimeoutMs: number;
  readonly clientInfo: Implementation;
  readonly warn: (warning: McpWarning) => void;
  readonly clock: Clock;
}

/** The longest that `setTimeout` can wait: 2^31 - 1 ms. */
export const maxTimeoutMs = 2_147_483_647;

const fault = (option: string, problem: string): TypeError => new TypeError(`mcpExecutor: \`${option}\` ${problem}`);

const milliseconds = (option: string, value: number | undefined, byDefault: number): number => {
  if (value === undefined) return byDefault;
  if (typeof value !== 'number' || !(value > 0) || value > maxTimeoutMs) {
    throw fault(option, `must be a number of milliseconds above 0 and at most ${maxTimeoutMs}, not ${String(value)}`);
  }
  return value;
};

const httpUrl = (url: unknown): URL => {
  const text = url instanceof URL ? url.href : url;
  if (typeof text !== 'string' || !URL.canParse(text)) throw fault('server.url', 'must be an absolute URL');
  const parsed = new URL(text);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    throw fault('server.url', `must begin with http: or https:, not ${parsed.protocol}`);
  }
  return parsed;
};

const isTexts = (values: unknown): boolean =>
  typeof values === 'object' && values !== null && Object.values(values).every((value) => typeof value === 'string');

const checkStdio = (server: StdioServer): StdioServer => {
  const { command, args, env, cwd, maxMessageBytes } = server;
  if (typeof command !== 'string' || command === '') throw fault('server.command', 'must name a program');
  if (args !== undefined && !(Array.isArray(args) && isTexts(args))) throw fault('server.args', 'must be strings');
  if (env !== undefined && !isTexts(env)) throw fault('server.env', 'must be an object of strings');
  if (cwd !== undefined && typeof cwd !== 'string') throw fault('server.cwd', 'must be a path');
  if (maxMessageBytes !== undefined && !(Number.isInteger(maxMessageBytes) && maxMessageBytes > 0)) {
    throw fault('server.maxMessageBytes', 'must be a whole number above 0');
  }
  return server;
};

const checkServer = (server: McpExecutorOptions['server']): Settings['server'] => {
  if (typeof server !== 'object' || server === null) throw fault('server', 'must be { command } or { url }');
  if ('command' in server && 'url' in server) throw fault('server', 'has both `command` and `url`: give one');
  if ('command' in server) return checkStdio(server);
  if (!('url' in server)) throw fault('server', 'must be { command } or { url }');
  if (server.headers !== undefined && !isTexts(server.headers)) {
    throw fault('server.headers', 'must be an object of strings');
  }
  return { ...server, url: httpUrl(server.url) };
};

const checkOperator = ({ workspace, forWorker, cacheableApproval, ...options }: McpExecutorOptions): void => {
  if (workspace !== undefined && workspace !== 'none') throw fault('workspace', "is 'none' or left out");
  if (workspace !== undefined && forWorker !== undefined) throw fault('workspace', 'excludes `forWorker`: give one');
  if (cacheableApproval !== undefined && !(Array.isArray(cacheableApproval) && isTexts(cacheableApproval))) {
    throw fault('cacheableApproval', 'must be the names of tools');
  }
  for (const option of ['requiredCapabilities', 'onWarning'] as const) {
    const value: unknown = options[option];
    if (value !== undefined && typeof value !== 'function') throw fault(option, 'must be a function');
  }
};

/** A warning is on nobody's way: what goes wrong in telling it must not end the process that reads the server. */
const safely =
  (warn: (warning: McpWarning) => void): Settings['warn'] =>
  (warning) => {
    try {
      warn(warning);
    } catch {
      // There is nobody left to warn.
    }
  };

/** Fills in the defaults. @throws {TypeError} that names the option that is wrong. */
export const checkOptions = (options: McpExecutorOptions): Settings => {
  if (typeof options !== 'object' || options === null) throw fault('options', 'must be an object with `server`');
  const server = checkServer(options.server);
  checkOperator(options);
  return {
    server,
    name: options.name ?? ('command' in server ? server.command : server.url.host),
    startTimeoutMs: milliseconds('startTimeoutMs', options.startTimeoutMs, 30_000),
    closeTimeoutMs: milliseconds('closeTimeoutMs', options.closeTimeoutMs, 2_000),
    clientInfo: options.clientInfo ?? { name: 'pawl', version: '0.1.0' },
    warn: safely(options.onWarning ?? (() => {})),
    clock: options.clock ?? systemClock,
  };
};
