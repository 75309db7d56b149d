import type { CheckOptions } from '../run/options.js';
import { lawNamed } from './law-named.js';
import { oneOf } from './one-of.js';
import type { CommandLine } from './parse-command-line.js';
import { UsageError } from './usage-error.js';

const wholeNumber = (name: string, text: string): number => {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new UsageError(`--${name} must be a whole number, not ${JSON.stringify(text)}`);
  }
  return value;
};

/** The options of a run, as the kit takes them. @throws {UsageError} */
export const checkOptions = ({ values }: CommandLine): CheckOptions => {
  const [seed, runs] = ['seed', 'runs'].map((name) => values.get(name)?.[0]);
  if (runs !== undefined && values.has('profile')) throw new UsageError('give --runs or --profile, not both');
  const level = oneOf(values, 'level', ['must', 'should']);
  const profile = oneOf(values, 'profile', ['quick', 'default', 'thorough']);
  const count = runs === undefined ? undefined : wholeNumber('runs', runs);
  if (count !== undefined && count < 1) throw new UsageError(`--runs must be 1 or more, not ${count}`);
  return {
    laws: [...new Set((values.get('law') ?? []).map((name) => lawNamed(name).id))],
    ...(seed === undefined ? {} : { seed: wholeNumber('seed', seed) }),
    ...(count === undefined ? {} : { runs: count }),
    ...(level === undefined ? {} : { level }),
    ...(profile === undefined ? {} : { profile }),
  };
};
