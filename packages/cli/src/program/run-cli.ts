import { readFileSync } from 'node:fs';
import { LayerOptionError } from '@pawl/decorators/narrowing';
import { McpConnectionError } from '@pawl/mcp';
import { DuplicateNameError } from '@pawl/registry';
import { check } from '../commands/check.js';
import { explain } from '../commands/explain.js';
import { init } from '../commands/init.js';
import { serve } from '../commands/serve.js';
import { ConfigError } from '../config/config-error.js';
import { nearest } from '../config/nearest.js';
import type { CliPorts } from './cli-ports.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { usage } from './usage.js';
import { UsageError } from './usage-error.js';

type Command = (args: readonly string[], ports: CliPorts) => Promise<ExitCode>;

const commands: ReadonlyMap<string, Command> = new Map(Object.entries({ serve, explain, check, init }));

const version = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(Reflect.get(Object(manifest), 'version'));
};

const isOption = (argument: string | undefined, names: readonly string[]): boolean => names.includes(argument ?? '');

/** What a wrong call of the command, a wrong configuration and a server that does not answer are. */
const codeOf = (error: unknown): ExitCode => {
  if (error instanceof UsageError || error instanceof ConfigError) return exitCodes.usage;
  if (error instanceof LayerOptionError || error instanceof DuplicateNameError) return exitCodes.usage;
  // The packages name the option that is wrong, as in "serveMcp: `host` must be …"; any other TypeError is a fault.
  if (error instanceof TypeError && /^[a-zA-Z]+: /.test(error.message)) return exitCodes.usage;
  if (error instanceof McpConnectionError) return exitCodes.unavailable;
  const code: unknown = error instanceof Error ? Reflect.get(error, 'syscall') : undefined;
  return code === 'listen' ? exitCodes.unavailable : exitCodes.fault;
};

const commandFor = (name: string | undefined): Command => {
  const command = name === undefined ? undefined : commands.get(name);
  if (command !== undefined) return command;
  if (name === undefined) throw new UsageError('say what to do');
  const meant = nearest(name, [...commands.keys()]);
  throw new UsageError(
    `there is no command ${JSON.stringify(name)}${meant === undefined ? '' : `: did you mean ${meant}?`}`,
  );
};

/**
 * Runs the `pawl` command and resolves to its exit code; never rejects. What people are told goes to stderr; stdout
 * belongs to results.
 *
 * @example
 * ```ts
 * process.exitCode = await runCli(process.argv.slice(2), systemPorts());
 * ```
 */
export const runCli = async (args: readonly string[], ports: CliPorts): Promise<ExitCode> => {
  const own = args.slice(0, args.includes('--') ? args.indexOf('--') : args.length);
  if (own.some((argument) => isOption(argument, ['--help', '-h']))) {
    ports.stdout.write(usage);
    return exitCodes.done;
  }
  if (isOption(own[0], ['--version', '-v'])) {
    ports.stdout.write(`${version()}\n`);
    return exitCodes.done;
  }
  try {
    return await commandFor(own[0])(args.slice(1), ports);
  } catch (error) {
    const code = codeOf(error);
    const said = error instanceof Error ? (code === exitCodes.fault ? error.stack : error.message) : String(error);
    ports.stderr.write(`pawl: ${said}\n`);
    if (error instanceof UsageError) ports.stderr.write('pawl --help says more.\n');
    return code;
  }
};
