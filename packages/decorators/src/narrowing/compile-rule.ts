import type { JsonValue } from '@pawl/core';
import { type ArgumentCheck, argumentCheck, argumentKinds } from '../arguments/argument-check.js';
import { parsePointer } from '../arguments/json-pointer.js';
import { namePattern } from '../names/name-pattern.js';
import { optionChecks } from '../options/option-checks.js';
import type { ArgumentRule } from './argument-rule.js';

/** A rule that is ready to be asked. */
export interface CompiledRule extends Omit<ArgumentCheck, 'fits'> {
  /** The pattern, for messages. */
  readonly tool: string;
  readonly appliesTo: (tool: string) => boolean;
  readonly tokens: readonly string[];
  readonly absentIsFine: boolean;
}

const checks = optionChecks('narrowing');
const { fail } = checks;

const quote = (value: JsonValue): string => JSON.stringify(value);

const text = (option: string, value: unknown): string =>
  typeof value === 'string' ? value : fail(option, 'must be a string');

/** Makes a rule ready. @throws {LayerOptionError} naming the part of the rule that makes no sense. */
export const compileRule = (rule: ArgumentRule, index: number): CompiledRule => {
  const option = `args/${index}`;
  if (typeof rule !== 'object' || rule === null) return fail(option, 'must be a rule with `tool` and `at`');
  const tool = text(`${option}/tool`, rule.tool);
  const tokens = parsePointer(text(`${option}/at`, rule.at));
  if (tokens === undefined) {
    return fail(`${option}/at`, `is ${quote(rule.at)}, which is no JSON Pointer: write it as "/path"`);
  }
  const given = argumentKinds.filter((kind) => Reflect.get(rule, kind) !== undefined);
  const [kind] = given;
  if (kind === undefined || given.length > 1) {
    return fail(option, `must have exactly one of ${argumentKinds.join(', ')}; write one rule for each`);
  }
  const whenAbsent: unknown = Reflect.get(rule, 'whenAbsent');
  if (whenAbsent !== undefined && (kind === 'pin' || (whenAbsent !== 'allow' && whenAbsent !== 'deny'))) {
    return fail(`${option}/whenAbsent`, "is 'allow' or 'deny', and not for `pin`, which fills the argument in");
  }
  const { sentence, holds, pin } = argumentCheck(kind, `${option}/${kind}`, { value: Reflect.get(rule, kind), checks });
  const what = rule.at === '' ? 'the arguments' : `the argument ${quote(rule.at)}`;
  return {
    tool,
    appliesTo: namePattern(tool),
    tokens,
    absentIsFine: whenAbsent === 'allow',
    sentence: `${what} ${sentence}`,
    holds,
    ...(pin === undefined ? {} : { pin }),
  };
};
