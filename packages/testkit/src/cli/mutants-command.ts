import { type ExitCode, exitCodes } from './exit-codes.js';
import { lawNamed } from './law-named.js';
import { oneOf } from './one-of.js';
import type { CommandLine } from './parse-command-line.js';
import { progressOn } from './progress.js';
import type { Terminal } from './terminal.js';

/** `pawl-testkit mutants`. */
export const mutantsCommand = async ({ values }: CommandLine, terminal: Terminal): Promise<ExitCode> => {
  const reporter = oneOf(values, 'reporter', ['text', 'json']);
  const asked = new Set((values.get('law') ?? []).map((name) => lawNamed(name).id));
  // Loaded only here: no other command but `explain` needs the catalogue.
  const { mutants, printMatrix, runMutants } = await import('../mutants/index.js');
  const hunted = asked.size === 0 ? mutants : mutants.filter(({ law }) => asked.has(law));
  const progress = progressOn(terminal);
  progress.show(`hunting ${hunted.length} mutants on 5 seeds`);
  const matrix = await runMutants({ mutants: hunted });
  progress.clear();
  const line = `${matrix.killed} passed, ${matrix.survived} failed, 0 skipped\n`;
  if (reporter === 'json') {
    terminal.out(`${JSON.stringify(matrix, null, 2)}\n`);
    terminal.error(line);
  } else terminal.out(printMatrix(matrix));
  return matrix.survived === 0 ? exitCodes.conformant : exitCodes.violation;
};
