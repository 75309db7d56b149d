import { ConfigError } from '../config/config-error.js';
import type { CliPorts } from '../program/cli-ports.js';
import { type ExitCode, exitCodes } from '../program/exit-codes.js';
import { parseOptions } from '../program/parse-options.js';
import { configText } from './config-text.js';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The servers of a client's configuration: `mcpServers` in most clients, `servers` in some. */
const serversOf = (text: string, path: string): Readonly<Record<string, Readonly<Record<string, unknown>>>> => {
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch (error) {
    throw new ConfigError([`${path}: is no JSON: ${error instanceof Error ? error.message : String(error)}`]);
  }
  const servers = isObject(config) ? (config['mcpServers'] ?? config['servers']) : undefined;
  if (!isObject(servers) || !Object.values(servers).every(isObject)) {
    throw new ConfigError([`${path}: has no \`mcpServers\` with the servers by name`]);
  }
  if (Object.keys(servers).length === 0) throw new ConfigError([`${path}: its \`mcpServers\` are empty`]);
  return servers as Readonly<Record<string, Readonly<Record<string, unknown>>>>; // every value was looked at
};

/** `pawl init`: a commented configuration, from an existing client's servers where one is given. */
export const init = async (args: readonly string[], ports: CliPorts): Promise<ExitCode> => {
  const { values, positionals } = parseOptions(args, { out: { type: 'string' } }, 1);
  const [path] = positionals;
  let text = '';
  try {
    if (path !== undefined) text = await ports.readFile(path);
  } catch (error) {
    throw new ConfigError([`${path}: cannot be read: ${error instanceof Error ? error.message : String(error)}`]);
  }
  const written = configText(path === undefined ? undefined : serversOf(text, path));
  const out = values['out'];
  if (typeof out !== 'string') {
    ports.stdout.write(written);
    return exitCodes.done;
  }
  try {
    await ports.writeNewFile(out, written);
  } catch (error) {
    throw new ConfigError([`${out}: cannot be written: ${error instanceof Error ? error.message : String(error)}`]);
  }
  ports.stderr.write(`pawl: wrote ${out}: read it, then \`pawl explain ${out}\`\n`);
  return exitCodes.done;
};
