import { canonicalJson, JsonError, type JsonValue, snapshotJson } from '@pawl/core';
import { namePattern } from '../names/name-pattern.js';
import type { OptionChecks } from '../options/option-checks.js';
import { isWithin } from './is-within.js';

/** What may be asked of one argument. */
export const argumentKinds = ['pin', 'oneOf', 'prefix', 'within', 'pattern', 'min', 'max'] as const;

/** One of them. */
export type ArgumentKind = (typeof argumentKinds)[number];

/** A question about one argument that is ready to be asked. */
export interface ArgumentCheck {
  /** Whether it can be asked of this value: a text has no least value. */
  readonly fits: (value: JsonValue) => boolean;
  /** Whether it holds; `false` where it does not fit. */
  readonly holds: (value: JsonValue) => boolean;
  /** For the model: what the argument must be. */
  readonly sentence: string;
  /** The value, where the question pins one. */
  readonly pin?: JsonValue;
}

const quote = (value: JsonValue): string => JSON.stringify(value);

const anything = (): boolean => true;
const isText = (value: JsonValue): value is string => typeof value === 'string';
const isNumber = (value: JsonValue): value is number => typeof value === 'number';

const textual = (sentence: string, holds: (value: string) => boolean): ArgumentCheck => ({
  sentence,
  fits: isText,
  holds: (value) => isText(value) && holds(value),
});

/** Makes a question ready. @throws {LayerOptionError} naming the part that makes no sense. */
export const argumentCheck = (
  kind: ArgumentKind,
  option: string,
  { value, checks }: { readonly value: unknown; readonly checks: OptionChecks },
): ArgumentCheck => {
  const { fail } = checks;
  const text = (): string => (typeof value === 'string' ? value : fail(option, 'must be a string'));
  const json = (): JsonValue => {
    try {
      return snapshotJson(value);
    } catch (error) {
      if (error instanceof JsonError) return fail(option, `is not I-JSON: ${error.message}`);
      throw error;
    }
  };
  switch (kind) {
    case 'pin': {
      const pin = json();
      const key = canonicalJson(pin);
      return {
        pin,
        sentence: `must be ${quote(pin)}`,
        fits: anything,
        holds: (found) => canonicalJson(found) === key,
      };
    }
    case 'oneOf': {
      const list = json();
      if (!Array.isArray(list) || list.length === 0) return fail(option, 'must list at least one value');
      const keys = new Set(list.map((item) => canonicalJson(item)));
      return {
        sentence: `must be one of ${list.map(quote).join(', ')}`,
        fits: anything,
        holds: (found) => keys.has(canonicalJson(found)),
      };
    }
    case 'prefix': {
      const prefix = text();
      return textual(`must begin with ${quote(prefix)}`, (found) => found.startsWith(prefix));
    }
    case 'within': {
      const directory = text();
      if (directory === '') return fail(option, 'must name a directory');
      return textual(`must be a path within ${quote(directory)}`, (found) => isWithin(directory, found));
    }
    case 'pattern': {
      const pattern = text();
      return textual(`must match ${quote(pattern)}`, namePattern(pattern));
    }
    default: {
      const limit = value;
      if (typeof limit !== 'number' || !Number.isFinite(limit)) return fail(option, 'must be a finite number');
      return {
        sentence: `must be a number of ${limit} or ${kind === 'min' ? 'more' : 'less'}`,
        fits: isNumber,
        holds: (found) => isNumber(found) && (kind === 'min' ? found >= limit : found <= limit),
      };
    }
  }
};
