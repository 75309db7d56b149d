import { commands } from './commands.js';
import { options } from './options.js';

const positional = (name: string): string => (name.endsWith('?') ? `[${name.slice(0, -1)}]` : `<${name}>`);

const rows = (pairs: readonly (readonly [string, string])[]): readonly string[] => {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

/** The text of `--help`. */
export const usage = (): string =>
  [
    'pawl-testkit: proves that tool executors, wrappers and chains keep the contract, or shows where they do not.',
    '',
    'Usage: pawl-testkit <command> [options]',
    '',
    ...rows([...commands].map(([name, { takes, does }]) => [[name, ...takes.map(positional)].join(' '), does])),
    '',
    'Options:',
    ...rows([
      ...[...options].map(
        ([name, { short, value, means }]) =>
          [
            `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
            means,
          ] as const,
      ),
    ]),
    '',
    'Exit codes: 0 conformant, 1 violation, 2 bad usage or adapter, 3 stale expected failure,',
    '4 vacuous or inconclusive, 70 the kit itself failed.',
    '',
    '<file> is an ES module whose default export is a subject, an array of subjects, or a function that returns either;',
    '`pawl-testkit init` writes one to start from.',
    '',
  ].join('\n');
