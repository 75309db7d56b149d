import { laws } from '../laws/index.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { lawRecord } from './law-record.js';
import { oneOf } from './one-of.js';
import type { CommandLine } from './parse-command-line.js';
import type { Terminal } from './terminal.js';

/** `pawl-testkit list`. */
export const listCommand = ({ values }: CommandLine, terminal: Terminal): ExitCode => {
  const level = oneOf(values, 'level', ['must', 'should']) ?? 'should';
  const listed = laws.filter((law) => level === 'should' || law.level === 'must');
  if (oneOf(values, 'reporter', ['text', 'json']) === 'json') {
    terminal.out(`${JSON.stringify(listed.map(lawRecord), null, 2)}\n`);
    return exitCodes.conformant;
  }
  const width = Math.max(...listed.map(({ slug }) => slug.length));
  const lines = listed.map(
    ({ id, level: asks, slug, statement }) => `${id}  ${asks.padEnd(6)}  ${slug.padEnd(width)}  ${statement}`,
  );
  terminal.out(`${lines.join('\n')}\n`);
  return exitCodes.conformant;
};
