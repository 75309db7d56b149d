import { LayerOptionError } from './layer-option-error.js';

/** Checks of options that several layers have, with the layer's name in every message. */
export interface OptionChecks {
  /** @throws {LayerOptionError} always: `option` `problem`. */
  readonly fail: (option: string, problem: string) => never;
  /** A finite number above 0. */
  readonly positive: (option: string, value: unknown) => number;
  /** A whole number, no smaller than `least`. */
  readonly whole: (option: string, value: unknown, least: number) => number;
  /** A text that is not empty. */
  readonly text: (option: string, value: unknown) => string;
  /** An object with no members but these: a misspelt one would silently mean its default. */
  readonly members: (option: string, value: unknown, known: readonly string[]) => Readonly<Record<string, unknown>>;
  /** One of some words. */
  readonly oneOf: <T extends string>(option: string, value: unknown, words: readonly T[]) => T;
}

/** The checks for one layer. */
export const optionChecks = (layer: string): OptionChecks => {
  const fail = (option: string, problem: string): never => {
    throw new LayerOptionError(`${layer}: \`${option}\` ${problem}`, { code: 'invalid-option', option });
  };
  return {
    fail,
    positive: (option, value) =>
      typeof value === 'number' && Number.isFinite(value) && value > 0
        ? value
        : fail(option, 'must be a finite number above 0'),
    whole: (option, value, least) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= least
        ? value
        : fail(option, `must be a whole number of ${least} or more`),
    text: (option, value) =>
      typeof value === 'string' && value !== '' ? value : fail(option, 'must be a text that is not empty'),
    members: (option, value, known) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        return fail(option, `must be an object with ${known.join(', ')}`);
      }
      const stray = Object.keys(value).find((name) => !known.includes(name));
      return stray === undefined ? { ...value } : fail(`${option}/${stray}`, `is unknown: use ${known.join(', ')}`);
    },
    oneOf: (option, value, words) =>
      words.find((word) => word === value) ?? fail(option, `must be one of ${words.join(', ')}`),
  };
};
