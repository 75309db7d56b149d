import { canonicalJson, JsonError, type JsonValue, snapshotJson } from '@pawl/core';
import { namePattern } from '../names/name-pattern.js';
import { LayerOptionError } from '../options/layer-option-error.js';
import type { ArgumentRule } from './argument-rule.js';
import { isWithin } from './is-within.js';
import { parsePointer } from './json-pointer.js';

/** A rule that is ready to be asked. */
export interface CompiledRule {
  /** The pattern, for messages. */
  readonly tool: string;
  readonly appliesTo: (tool: string) => boolean;
  readonly tokens: readonly string[];
  /** The value to fill in, where the rule pins one. */
  readonly pin?: JsonValue;
  readonly absentIsFine: boolean;
  readonly holds: (value: JsonValue) => boolean;
  /** For the model: what the argument must be. */
  readonly sentence: string;
}

type Check = Pick<CompiledRule, 'holds' | 'sentence'> & { readonly pin?: JsonValue };

const kinds = ['pin', 'oneOf', 'prefix', 'within', 'pattern', 'min', 'max'] as const;
type Kind = (typeof kinds)[number];

const fail = (option: string, problem: string): never => {
  throw new LayerOptionError(`narrowing: \`${option}\` ${problem}`, { code: 'invalid-option', option });
};

const quote = (value: JsonValue): string => JSON.stringify(value);

const text = (option: string, value: unknown): string =>
  typeof value === 'string' ? value : fail(option, 'must be a string');

const json = (option: string, value: unknown): JsonValue => {
  try {
    return snapshotJson(value);
  } catch (error) {
    if (error instanceof JsonError) return fail(option, `is not I-JSON: ${error.message}`);
    throw error;
  }
};

const textual = (sentence: string, holds: (value: string) => boolean): Check => ({
  sentence,
  holds: (value) => typeof value === 'string' && holds(value),
});

const bound = (kind: 'min' | 'max', option: string, limit: unknown): Check => {
  if (typeof limit !== 'number' || !Number.isFinite(limit)) return fail(option, 'must be a finite number');
  return {
    sentence: `must be a number of ${limit} or ${kind === 'min' ? 'more' : 'less'}`,
    holds: (value) => typeof value === 'number' && (kind === 'min' ? value >= limit : value <= limit),
  };
};

const check = (kind: Kind, option: string, value: unknown): Check => {
  switch (kind) {
    case 'pin': {
      const pin = json(option, value);
      const key = canonicalJson(pin);
      return { pin, sentence: `must be ${quote(pin)}`, holds: (found) => canonicalJson(found) === key };
    }
    case 'oneOf': {
      const list = json(option, value);
      if (!Array.isArray(list) || list.length === 0) return fail(option, 'must list at least one value');
      const keys = new Set(list.map((item) => canonicalJson(item)));
      return {
        sentence: `must be one of ${list.map(quote).join(', ')}`,
        holds: (found) => keys.has(canonicalJson(found)),
      };
    }
    case 'prefix': {
      const prefix = text(option, value);
      return textual(`must begin with ${quote(prefix)}`, (found) => found.startsWith(prefix));
    }
    case 'within': {
      const directory = text(option, value);
      if (directory === '') return fail(option, 'must name a directory');
      return textual(`must be a path within ${quote(directory)}`, (found) => isWithin(directory, found));
    }
    case 'pattern': {
      const pattern = text(option, value);
      return textual(`must match ${quote(pattern)}`, namePattern(pattern));
    }
    default:
      return bound(kind, option, value);
  }
};

/** Makes a rule ready. @throws {LayerOptionError} naming the part of the rule that makes no sense. */
export const compileRule = (rule: ArgumentRule, index: number): CompiledRule => {
  const option = `args/${index}`;
  if (typeof rule !== 'object' || rule === null) return fail(option, 'must be a rule with `tool` and `at`');
  const tool = text(`${option}/tool`, rule.tool);
  const tokens = parsePointer(text(`${option}/at`, rule.at));
  if (tokens === undefined) {
    return fail(`${option}/at`, `is ${quote(rule.at)}, which is no JSON Pointer: write it as "/path"`);
  }
  const given = kinds.filter((kind) => Reflect.get(rule, kind) !== undefined);
  const [kind] = given;
  if (kind === undefined || given.length > 1) {
    return fail(option, `must have exactly one of ${kinds.join(', ')}; write one rule for each`);
  }
  const whenAbsent: unknown = Reflect.get(rule, 'whenAbsent');
  if (whenAbsent !== undefined && (kind === 'pin' || (whenAbsent !== 'allow' && whenAbsent !== 'deny'))) {
    return fail(`${option}/whenAbsent`, "is 'allow' or 'deny', and not for `pin`, which fills the argument in");
  }
  const { sentence, ...rest } = check(kind, `${option}/${kind}`, Reflect.get(rule, kind));
  const what = rule.at === '' ? 'the arguments' : `the argument ${quote(rule.at)}`;
  return {
    tool,
    appliesTo: namePattern(tool),
    tokens,
    absentIsFine: whenAbsent === 'allow',
    sentence: `${what} ${sentence}`,
    ...rest,
  };
};
