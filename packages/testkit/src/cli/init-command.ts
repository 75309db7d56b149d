import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { adapterTemplate } from './adapter-template.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import type { CommandLine } from './parse-command-line.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

/** `pawl-testkit init [file]`: never overwrites. */
export const initCommand = async ({ positionals }: CommandLine, terminal: Terminal): Promise<ExitCode> => {
  const file = positionals[0] ?? 'conformance.mjs';
  try {
    await writeFile(resolve(terminal.cwd, file), adapterTemplate, { flag: 'wx' });
  } catch (error) {
    const exists = error instanceof Error && Reflect.get(error, 'code') === 'EEXIST';
    const text = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      exists ? `${file} exists already and is left as it is; name another file` : `${file} cannot be written: ${text}`,
      { cause: error },
    );
  }
  terminal.out(`${file} is written; next: pawl-testkit run ${file}\n`);
  return exitCodes.conformant;
};
