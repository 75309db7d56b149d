import { isWildcard, namePattern } from '../names/name-pattern.js';
import { LayerOptionError } from '../options/layer-option-error.js';
import { type WhenUnmatched, whenUnmatched } from '../options/when-unmatched.js';
import { type CompiledRule, compileRule } from './compile-rule.js';
import type { NarrowingOptions } from './options.js';

/** One pattern of `allow` or `deny`. */
interface CompiledPattern {
  readonly option: string;
  readonly pattern: string;
  readonly matches: (tool: string) => boolean;
}

/** The options of a narrowing, checked and ready to be asked. */
export interface Policy {
  readonly allow: readonly CompiledPattern[] | undefined;
  readonly deny: readonly CompiledPattern[];
  readonly rules: readonly CompiledRule[];
  readonly whenUnmatched: WhenUnmatched;
  /** Whether the patterns let a name through; says nothing about whether such a tool exists. */
  readonly permits: (tool: string) => boolean;
  readonly rulesFor: (tool: string) => readonly CompiledRule[];
}

const fail = (option: string, problem: string): never => {
  throw new LayerOptionError(`narrowing: \`${option}\` ${problem}`, { code: 'invalid-option', option });
};

const compile = (option: 'allow' | 'deny', patterns: readonly string[]): readonly CompiledPattern[] => {
  if (!Array.isArray(patterns)) return fail(option, 'must be an array of names and patterns');
  return patterns.map((pattern: unknown, index) => {
    const place = `${option}/${index}`;
    if (typeof pattern !== 'string' || pattern === '') return fail(place, 'must be a name or a pattern with `*`');
    if (/^\*+$/.test(pattern)) {
      return fail(
        place,
        option === 'deny' ? 'withholds every tool' : 'matches every tool, so it withholds none: leave `allow` out',
      );
    }
    return { option: place, pattern, matches: namePattern(pattern) };
  });
};

/** One lookup for plain names, and a walk over the wildcards. */
const matcher = (patterns: readonly CompiledPattern[]): ((tool: string) => boolean) => {
  const names = new Set(patterns.map(({ pattern }) => pattern).filter((pattern) => !isWildcard(pattern)));
  const wildcards = patterns.filter(({ pattern }) => isWildcard(pattern));
  return (tool) => names.has(tool) || wildcards.some(({ matches }) => matches(tool));
};

/** Checks the options, as far as that needs no catalogue. @throws {LayerOptionError} */
export const narrowingPolicy = (options: NarrowingOptions): Policy => {
  if (options.allow === undefined && options.deny === undefined && options.args === undefined) {
    return fail('options', 'narrow nothing: give `allow`, `deny` or `args`');
  }
  const allow = options.allow === undefined ? undefined : compile('allow', options.allow);
  if (allow?.length === 0) return fail('allow', 'is empty, so no tool would be left: name those that stay');
  const deny = compile('deny', options.deny ?? []);
  const given = options.args ?? [];
  if (!Array.isArray(given)) return fail('args', 'must be an array of rules');
  const rules = given.map(compileRule);
  const allowed = allow === undefined ? () => true : matcher(allow);
  const denied = matcher(deny);
  return {
    allow,
    deny,
    rules,
    whenUnmatched: whenUnmatched('narrowing', options.whenUnmatched),
    permits: (tool) => allowed(tool) && !denied(tool),
    rulesFor: (tool) => rules.filter(({ appliesTo }) => appliesTo(tool)),
  };
};
