import type { ToolCall, ToolSpec, ToolVerdict } from '@pawl/core';
import { argumentCheck, argumentKinds } from '../arguments/argument-check.js';
import { parsePointer, valueAt } from '../arguments/json-pointer.js';
import { namePattern } from '../names/name-pattern.js';
import { optionChecks } from '../options/option-checks.js';
import type { ArgumentTest, PolicyCondition, PolicyOptions, PolicyRule } from './options.js';

const checks = optionChecks('policy');
const { fail } = checks;

/** A call, and what its tool says of itself. */
export interface Judged {
  readonly call: ToolCall;
  readonly spec: ToolSpec | undefined;
}

/** Whether a condition holds; a text says why that cannot be known. */
export type Holds = boolean | string;

type Condition = (judged: Judged) => Holds;

/** A rule that is ready to be asked. */
export interface CompiledPolicyRule {
  readonly id: string;
  readonly option: string;
  /** The pattern, where the rule names tools. */
  readonly tool: string | undefined;
  readonly appliesTo: (tool: string) => boolean;
  readonly holds: Condition;
  readonly verdict: ToolVerdict;
  readonly reason: string | undefined;
}

const verdicts = ['allow', 'ask', 'deny'] as const;
const testKinds = ['equals', ...argumentKinds.filter((kind) => kind !== 'pin'), 'present'] as const;
const conditionKeys = ['tool', 'readOnly', 'caller', 'session', 'args'];
const ruleKeys = ['id', 'when', 'verdict', 'reason'];

const compileTest = (test: ArgumentTest, option: string): Condition => {
  checks.members(option, test, ['at', 'not', ...testKinds]);
  const tokens = typeof test.at === 'string' ? parsePointer(test.at) : undefined;
  if (tokens === undefined) return fail(`${option}/at`, 'must be a JSON Pointer, such as "/path"');
  const [kind, ...more] = testKinds.filter((name) => test[name] !== undefined);
  if (kind === undefined || more.length > 0) return fail(option, `must have exactly one of ${testKinds.join(', ')}`);
  if (test.not !== undefined && typeof test.not !== 'boolean') return fail(`${option}/not`, 'must be true or false');
  const not = test.not === true;
  const place = `${option}/${kind}`;
  if (kind === 'present') {
    if (typeof test.present !== 'boolean') return fail(place, 'must be true or false');
    return ({ call }) => ((valueAt(call.args, tokens) !== undefined) === test.present) !== not;
  }
  const check = argumentCheck(kind === 'equals' ? 'pin' : kind, place, { value: test[kind], checks });
  const name = test.at === '' ? 'the arguments' : `the argument ${JSON.stringify(test.at)}`;
  return ({ call }) => {
    const value = valueAt(call.args, tokens);
    if (value === undefined) return `${name} is left out`;
    if (!check.fits(value)) return `${name} is no ${kind === 'min' || kind === 'max' ? 'number' : 'text'}`;
    return check.holds(value) !== not;
  };
};

const compileName = (field: 'caller' | 'session', option: string, pattern: unknown): Condition => {
  const matches = namePattern(checks.text(`${option}/${field}`, pattern));
  return ({ call }) => {
    const name = call[field];
    return name === undefined ? `the call names no ${field}` : matches(name);
  };
};

const compileCondition = (when: PolicyCondition, option: string): Condition => {
  const { readOnly, caller, session, args = [] } = when;
  if (readOnly !== undefined && typeof readOnly !== 'boolean') fail(`${option}/readOnly`, 'must be true or false');
  if (!Array.isArray(args)) fail(`${option}/args`, 'must be a list of questions');
  const conditions: readonly Condition[] = [
    ...(readOnly === undefined
      ? []
      : [({ spec }: Judged): Holds => (spec?.annotations?.readOnlyHint === true) === readOnly]),
    ...(caller === undefined ? [] : [compileName('caller', option, caller)]),
    ...(session === undefined ? [] : [compileName('session', option, session)]),
    ...args.map((test, index) => compileTest(test, `${option}/args/${index}`)),
  ];
  return (judged) => {
    for (const condition of conditions) {
      const holds = condition(judged);
      if (holds !== true) return holds;
    }
    return true;
  };
};

const compileRule = (rule: PolicyRule, index: number): CompiledPolicyRule => {
  const option = `rules/${index}`;
  checks.members(option, rule, ruleKeys);
  checks.members(`${option}/when`, rule.when, conditionKeys);
  const { id = String(index + 1), when, verdict, reason } = rule;
  const tool = when.tool === undefined ? undefined : checks.text(`${option}/when/tool`, when.tool);
  return {
    id: checks.text(`${option}/id`, id),
    option: `${option}/when/tool`,
    tool,
    appliesTo: tool === undefined ? () => true : namePattern(tool),
    holds: compileCondition(when, `${option}/when`),
    verdict: checks.oneOf(`${option}/verdict`, verdict, verdicts),
    reason: reason === undefined ? undefined : checks.text(`${option}/reason`, reason),
  };
};

/** Makes the rules ready. @throws {LayerOptionError} naming the part that makes no sense. */
export const compilePolicy = (
  options: PolicyOptions,
): { readonly rules: readonly CompiledPolicyRule[]; readonly otherwise: ToolVerdict } => {
  if (!Array.isArray(options?.rules)) return fail('rules', 'must be a list of rules');
  const rules = options.rules.map(compileRule);
  const ids = new Set<string>();
  for (const { id } of rules) {
    if (ids.has(id)) fail('rules', `has two rules called ${JSON.stringify(id)}`);
    ids.add(id);
  }
  const otherwise = checks.oneOf('otherwise', options.otherwise ?? 'ask', verdicts);
  if (rules.length === 0 && otherwise === 'allow') fail('rules', 'is empty, and nothing is decided otherwise');
  return { rules, otherwise };
};
