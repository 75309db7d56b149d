import { canonicalJson, type JsonValue, snapshotJson } from '@pawl/core';
import { parsePointer } from '../arguments/json-pointer.js';
import { namePattern } from '../names/name-pattern.js';
import { LayerOptionError } from '../options/layer-option-error.js';
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

const named = ['user', 'trusted', 'found', 'words', 'day', 'content'] as const;

const fail = (option: string, problem: string): never => {
  throw new LayerOptionError(`taintGate: \`${option}\` ${problem}`, { code: 'invalid-option', option });
};

const pointer = (option: string, value: unknown): readonly string[] => {
  const tokens = typeof value === 'string' ? parsePointer(value) : undefined;
  return tokens ?? fail(option, `is ${JSON.stringify(value)}, which is no JSON Pointer: write it as "/path"`);
};

const pattern = (option: string, value: unknown): ((name: string) => boolean) =>
  typeof value === 'string' && value !== '' ? namePattern(value) : fail(option, 'must be a name or a pattern');

const list = (option: string, value: unknown): readonly unknown[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : fail(option, 'must be an array');
};

const members = (option: string, value: unknown, known: readonly string[]): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail(option, 'must be an object');
  const stray = Object.keys(value).find((name) => !known.includes(name));
  if (stray !== undefined) return fail(`${option}/${stray}`, `is no member; it has ${known.join(', ')}`);
  return { ...value };
};

const fixedSource = (option: string, value: unknown): Source => {
  const { oneOf, pattern: text, atMost, ...rest } = members(option, value, ['oneOf', 'pattern', 'atMost']);
  if ([oneOf, text, atMost].filter((given) => given !== undefined).length !== 1 || Object.keys(rest).length > 0) {
    return fail(option, 'must have exactly one of oneOf, pattern, atMost');
  }
  if (oneOf !== undefined) {
    const values = list(`${option}/oneOf`, oneOf);
    if (values.length === 0) return fail(`${option}/oneOf`, 'must list at least one value');
    const keys = new Set(values.map((item) => canonicalJson(snapshotJson(item))));
    return {
      fixed: (found) => keys.has(canonicalJson(found)),
      sentence: `one of ${JSON.stringify(oneOf)}`,
      binds: true,
    };
  }
  if (text !== undefined) {
    const matches = pattern(`${option}/pattern`, text);
    return {
      fixed: (found) => typeof found === 'string' && matches(found),
      sentence: `a text that matches ${JSON.stringify(text)}`,
      binds: true,
    };
  }
  if (typeof atMost !== 'number' || !Number.isFinite(atMost))
    return fail(`${option}/atMost`, 'must be a finite number');
  return {
    fixed: (found) => typeof found === 'number' && found >= 0 && found <= atMost,
    sentence: `a number from 0 to ${atMost}`,
    binds: false,
  };
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
