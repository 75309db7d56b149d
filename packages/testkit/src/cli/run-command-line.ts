import { readFileSync } from 'node:fs';
import { contractVersion } from '@pawl/core';
import { AdapterError } from '../subject/adapter-error.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { explainCommand } from './explain-command.js';
import { initCommand } from './init-command.js';
import { listCommand } from './list-command.js';
import { mutantsCommand } from './mutants-command.js';
import { type CommandLine, parseCommandLine } from './parse-command-line.js';
import { replayCommand } from './replay-command.js';
import { runCommand } from './run-command.js';
import type { Terminal } from './terminal.js';
import { usage } from './usage.js';
import { UsageError } from './usage-error.js';

type Command = (line: CommandLine, terminal: Terminal) => ExitCode | Promise<ExitCode>;

const byName: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['run', runCommand],
  ['list', listCommand],
  ['explain', explainCommand],
  ['replay', replayCommand],
  ['mutants', mutantsCommand],
  ['init', initCommand],
]);

const kitVersion = (): string => {
  // Three folders up from here in `dist` as in `src`.
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return String((JSON.parse(text) as { readonly version?: unknown }).version);
};

const run = async (args: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  const line = parseCommandLine(args);
  if (line.values.has('help')) {
    terminal.out(usage());
    return exitCodes.conformant;
  }
  if (line.values.has('version')) {
    terminal.out(`@pawl/testkit ${kitVersion()}, contract ${contractVersion}\n`);
    return exitCodes.conformant;
  }
  const command = byName.get(line.command);
  if (command === undefined) throw new UsageError(`there is no command ${line.command}`);
  return command(line, terminal);
};

/** Runs one command line and says how the process should exit. Never rejects. */
export const runCommandLine = async (args: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  try {
    return await run(args, terminal);
  } catch (error) {
    if (error instanceof UsageError || error instanceof AdapterError) {
      terminal.error(`pawl-testkit: ${error.message}\n`);
      return exitCodes.usage;
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    terminal.error(`pawl-testkit: the kit itself failed, please report it: ${text}\n`);
    return exitCodes.kitError;
  }
};
