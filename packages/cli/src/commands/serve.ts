import { type HttpServing, type ServeMcpOptions, serveMcp } from '@pawl/mcp';
import { type ToolOrigin, toolOrigins } from '@pawl/registry';
import type { PawlConfig, ServeConfig } from '../config/config.js';
import type { CliPorts } from '../program/cli-ports.js';
import { type ExitCode, exitCodes } from '../program/exit-codes.js';
import { type ParsedOptions, parseOptions, wholeNumber } from '../program/parse-options.js';
import { readConfig } from '../program/read-config.js';
import { UsageError } from '../program/usage-error.js';
import { type OpenStack, openStack } from '../stack/open-stack.js';
import { shadow } from '../stack/shadow.js';

const options = {
  shadow: { type: 'boolean' },
  http: { type: 'boolean' },
  host: { type: 'string' },
  port: { type: 'string' },
  origin: { type: 'string' },
} as const;

const originOf = (given: unknown): ToolOrigin => {
  if (given === undefined) return 'local-sandbox';
  const origin = toolOrigins.find((one) => one === given);
  if (origin === undefined) throw new UsageError(`--origin is one of ${toolOrigins.join(', ')}`);
  return origin;
};

/** The stack for a server of which nothing but its command is known. */
const defaultConfig = ([command, ...args]: readonly string[], origin: ToolOrigin): PawlConfig => {
  if (command === undefined) throw new UsageError('name the server’s command after --');
  return {
    mcpServers: { server: { command, args, origin, approval: 'hints' } },
    layers: [{ redaction: { personalData: 'keep' } }],
  };
};

const configFor = async ({ values, positionals, rest }: ParsedOptions, ports: CliPorts): Promise<PawlConfig> => {
  const [path] = positionals;
  if (rest === undefined) {
    if (values['origin'] !== undefined) throw new UsageError('--origin goes with `--`; a file says it for each server');
    return readConfig(path, ports);
  }
  if (path !== undefined) throw new UsageError(`give a configuration (${path}) or a command after --, not both`);
  return defaultConfig(rest, originOf(values['origin']));
};

const httpOf = (config: ServeConfig, { values }: ParsedOptions, { env }: CliPorts): HttpServing => {
  const { host, port, path, token, allowedHosts, allowedOrigins, maxBodyBytes, maxSessions } = config;
  const settings = {
    host: values['host'] ?? host,
    port: wholeNumber('port', values['port']) ?? port,
    path,
    token: token ?? env['PAWL_TOKEN'],
    allowedHosts,
    allowedOrigins,
    maxBodyBytes,
    maxSessions,
  };
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return { kind: 'http', ...Object.fromEntries(given) };
};

const transportOf = (config: ServeConfig, parsed: ParsedOptions, ports: CliPorts): ServeMcpOptions['transport'] => {
  const { http, host, port } = parsed.values;
  const isHttp = http === true || config.transport === 'http';
  if (!isHttp && (host !== undefined || port !== undefined)) throw new UsageError('--host and --port go with --http');
  return isHttp ? httpOf(config, parsed, ports) : { kind: 'stdio', stdin: ports.stdin, stdout: ports.stdout };
};

const serveOptions = (
  { serve: config = {} }: PawlConfig,
  transport: ServeMcpOptions['transport'],
  { memory }: OpenStack,
  tell: (line: string) => void,
): ServeMcpOptions => {
  const { taint, recovery, approvalTimeoutMs, callTimeoutMs, instructions } = config;
  return {
    transport,
    onWarning: ({ message }) => tell(message),
    ...(taint === undefined ? {} : { taint }),
    ...(recovery === undefined ? {} : { recovery }),
    ...(approvalTimeoutMs === undefined ? {} : { approvalTimeoutMs }),
    ...(callTimeoutMs === undefined ? {} : { context: { callTimeoutMs } }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(memory === undefined
      ? {}
      : {
          onApproval: (request, scope) => memory.remember(request, scope),
          onSessionEnd: (session) => memory.clear(session),
        }),
  };
};

/** `pawl serve`: until the client leaves, or somebody stops it. */
export const serve = async (args: readonly string[], ports: CliPorts): Promise<ExitCode> => {
  const parsed = parseOptions(args, options, 1);
  const config = await configFor(parsed, ports);
  const transport = transportOf(config.serve ?? {}, parsed, ports);
  const tell = (line: string): void => void ports.stderr.write(`pawl: ${line}\n`);
  const isShadow = parsed.values['shadow'] === true;
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const unsubscribe = ports.onStop(() => stop());
  try {
    await using open = await openStack(config, tell);
    const report = (line: unknown): void =>
      void ports.stderr.write(`${JSON.stringify({ pawl: 'shadow', ...Object(line) })}\n`);
    const executor = isShadow ? shadow(open.registry, open.executor, report) : open.executor;
    await using serving = await serveMcp(executor, serveOptions(config, transport, open, tell));
    if (serving.address !== undefined) tell(`listening at ${serving.address.url}`);
    if (isShadow) tell('shadow: nothing is withheld, asked or replaced');
    await Promise.race([serving.closed, stopped]);
  } finally {
    unsubscribe();
  }
  return exitCodes.done;
};
