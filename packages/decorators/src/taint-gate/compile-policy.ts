import type { JsonValue } from '@pawl/core';
import { argumentCheck } from '../arguments/argument-check.js';
import { parsePointer } from '../arguments/json-pointer.js';
import { namePattern } from '../names/name-pattern.js';
import { optionChecks } from '../options/option-checks.js';
import type { Provenance, TaintLookup, TaintPolicy, TaintRule } from './policy-options.js';

/** A provenance that is ready to be asked. `fixed` needs no knowledge of the session. */
export type Source =
  | 'user'
  | 'trusted'
  | 'found'
  | 'words'
  | 'day'
  | 'content'
  | { readonly fixed: (value: JsonValue) => boolean; readonly sentence: string; readonly binds: boolean };

/** A rule that is ready to be asked. */
export interface CompiledRule {
  readonly appliesTo: (tool: string) => boolean;
  /** The longest pointers first. */
  readonly args: readonly { readonly tokens: readonly string[]; readonly source: Source }[];
}

/** A lookup that is ready to be asked. */
export interface CompiledLookup {
  readonly appliesTo: (tool: string) => boolean;
  readonly by: readonly string[];
  readonly records: readonly string[];
  readonly gives: readonly (readonly string[])[];
}

/** A policy that is ready to be asked. */
export interface CompiledPolicy {
  readonly ruleFor: (tool: string) => CompiledRule | undefined;
  readonly lookupsOf: (tool: string) => readonly CompiledLookup[];
  readonly guards: (tool: string) => boolean;
}

const fixedKinds = ['oneOf', 'pattern', 'atMost'] as const;
const named = ['user', 'trusted', 'found', 'words', 'day', 'content'] as const;

const checks = optionChecks('taintGate');
const { fail, members } = checks;

const pointer = (option: string, value: unknown): readonly string[] => {
  const tokens = typeof value === 'string' ? parsePointer(value) : undefined;
  return tokens ?? fail(option, `is ${JSON.stringify(value)}, which is no JSON Pointer: write it as "/path"`);
};

const pattern = (option: string, value: unknown): ((name: string) => boolean) =>
  namePattern(checks.text(option, value));

const list = (option: string, value: unknown): readonly unknown[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : fail(option, 'must be an array');
};

const fixedSource = (option: string, value: unknown): Source => {
  const given = members(option, value, fixedKinds);
  const [kind, ...more] = fixedKinds.filter((name) => given[name] !== undefined);
  if (kind === undefined || more.length > 0) return fail(option, `must have exactly one of ${fixedKinds.join(', ')}`);
  const place = `${option}/${kind}`;
  const check = argumentCheck(kind === 'atMost' ? 'max' : kind, place, { value: given[kind], checks });
  if (kind !== 'atMost') return { fixed: check.holds, sentence: check.sentence, binds: true };
  // A sum below nothing is a sum that comes the other way.
  const fixed = (found: JsonValue): boolean => check.holds(found) && Number(found) >= 0;
  return { fixed, sentence: `must be a number from 0 to ${String(given[kind])}`, binds: false };
};

const source = (option: string, value: unknown): Source => {
  const known = named.find((name) => name === value);
  if (known !== undefined) return known;
  if (typeof value === 'string') return fail(option, `is ${JSON.stringify(value)}; it is one of ${named.join(', ')}`);
  return fixedSource(option, value);
};

const compileRule = (rule: TaintRule, index: number): CompiledRule => {
  const option = `rules/${index}`;
  const { tool, args = {} } = members(option, rule, ['tool', 'args']);
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    return fail(`${option}/args`, 'must be an object');
  const entries: readonly [string, Provenance][] = Object.entries(args);
  return {
    appliesTo: pattern(`${option}/tool`, tool),
    args: entries
      .map(([at, value]) => ({
        tokens: pointer(`${option}/args`, at),
        source: source(`${option}/args${at}`, value),
      }))
      .sort((one, other) => other.tokens.length - one.tokens.length),
  };
};

const compileLookup = (lookup: TaintLookup, index: number): CompiledLookup => {
  const option = `lookups/${index}`;
  const { tool, by, records = '', gives } = members(option, lookup, ['tool', 'by', 'records', 'gives']);
  const given = list(`${option}/gives`, gives);
  if (given.length === 0) return fail(`${option}/gives`, 'must list at least one JSON Pointer');
  return {
    appliesTo: pattern(`${option}/tool`, tool),
    by: pointer(`${option}/by`, by),
    records: pointer(`${option}/records`, records),
    gives: given.map((at, which) => pointer(`${option}/gives/${which}`, at)),
  };
};

/** Makes a policy ready. @throws {LayerOptionError} naming the part of it that makes no sense. */
export const compilePolicy = (policy: TaintPolicy): CompiledPolicy => {
  const given = members('policy', policy, ['rules', 'lookups', 'guards']);
  // `compileRule` and `compileLookup` look at each member before they believe it.
  const rules = list('rules', given['rules']).map((rule, at) => compileRule(rule as TaintRule, at));
  const lookups = list('lookups', given['lookups']).map((lookup, at) => compileLookup(lookup as TaintLookup, at));
  const guards = list('guards', given['guards']).map((guard, at) => pattern(`guards/${at}`, guard));
  return {
    ruleFor: (tool) => rules.find((rule) => rule.appliesTo(tool)),
    lookupsOf: (tool) => lookups.filter((lookup) => lookup.appliesTo(tool)),
    guards: (tool) => guards.some((guard) => guard(tool)),
  };
};
