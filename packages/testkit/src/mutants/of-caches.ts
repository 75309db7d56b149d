import { canonicalJson, type ToolCall, type ToolExecution, type ToolExecutor } from '@pawl/core';
import type { Subject } from '../subject/subject.js';
import { handmade } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

/** What a cache is made of. */
interface CacheParts {
  readonly key: (call: ToolCall, inner: ToolExecutor) => string;
  readonly keeps: (inner: ToolExecutor, tool: string) => boolean;
  /** Calls that it never answers by itself. */
  readonly runs: (call: ToolCall) => boolean;
}

const specOf = (inner: ToolExecutor, tool: string) => inner.specs().find(({ name }) => name === tool);

const optional = (call: ToolCall, field: 'caller' | 'session' | 'args'): readonly unknown[] =>
  field in call ? [call[field]] : [];

const wholeKey = (call: ToolCall, inner: ToolExecutor, without?: string): string =>
  canonicalJson(
    (['caller', 'session', 'args'] as const)
      .map((field) => (field === without ? [] : optional(call, field)))
      .concat([
        without === 'tool' ? [] : [call.tool],
        without === 'definition' ? [] : [JSON.parse(JSON.stringify(specOf(inner, call.tool) ?? null))],
      ]),
  );

const right: CacheParts = {
  key: (call, inner) => wholeKey(call, inner),
  keeps: (inner, tool) => specOf(inner, tool)?.annotations?.readOnlyHint === true,
  runs: () => false,
};

const cache = (name: string, change: Partial<CacheParts> = {}): Subject =>
  handmade(name, { execute: 'answers' }, (inner) => {
    const { key, keeps, runs } = { ...right, ...change };
    const kept = new Map<string, ToolExecution>();
    return {
      execute: async (call) => {
        if (runs(call) || !keeps(inner, call.tool)) return inner.execute(call);
        const at = key(call, inner);
        const execution = kept.get(at) ?? (await inner.execute(call));
        kept.set(at, execution);
        return execution;
      },
    };
  });

const leavesOut = (field: string): Partial<CacheParts> => ({ key: (call, inner) => wholeKey(call, inner, field) });

const argsAs = (write: (args: unknown) => string): Partial<CacheParts> => ({
  key: (call, inner) => `${wholeKey(call, inner, 'args')} ${write(call.args)}`,
});

/** Right caches in another style. */
export const cacheTwins: readonly Subject[] = [
  cache('a cache of what only reads'),
  cache('a cache that takes the order of keys for a difference', {
    key: (call, inner) =>
      JSON.stringify([
        call.caller,
        'caller' in call,
        call.session,
        'session' in call,
        call.args,
        'args' in call,
        specOf(inner, call.tool),
      ]),
  }),
  cache('a cache that keeps nothing', { keeps: () => false }),
];

const wrong = (law: string, breaks: string, change: Partial<CacheParts>): Mutant =>
  written(law, 'execute', breaks, { subject: (name) => cache(name, change) });

/** Mutants of the laws about layers that answer by themselves. */
export const ofCaches: readonly Mutant[] = [
  ...['caller', 'session', 'args', 'definition'].map((field) =>
    wrong('CCH-01', `a cache whose key leaves out the ${field}`, leavesOut(field)),
  ),
  wrong(
    'CCH-01',
    'a cache that takes no arguments for empty ones',
    argsAs((args) => canonicalJson(args ?? {})),
  ),
  wrong(
    'CCH-01',
    'a cache whose key is the arguments as a text',
    argsAs((args) => (typeof args === 'object' && args !== null ? Object.entries(args).join('&') : String(args))),
  ),
  wrong(
    'CCH-01',
    'a cache that folds case',
    argsAs((args) => (args === undefined ? '-' : canonicalJson(args).toLowerCase())),
  ),
  wrong(
    'CCH-01',
    'a cache that looks at the names of the arguments',
    argsAs((args) => Object.keys(Object(args)).sort().join()),
  ),
  wrong('CCH-01', 'a cache that takes no session for the empty one', {
    key: (call, inner) => `${wholeKey(call, inner, 'session')} ${call.session ?? ''}`,
  }),
  // The definition holds the name as well.
  wrong('CCH-01', 'a cache whose key leaves out which tool it is', {
    key: (call) => canonicalJson([optional(call, 'caller'), optional(call, 'session'), optional(call, 'args')]),
  }),
  wrong('CCH-02', 'a cache of everything', { keeps: () => true }),
  wrong('CCH-02', 'a cache of what does not say that it destroys', {
    keeps: (inner, tool) => specOf(inner, tool)?.annotations?.destructiveHint !== true,
  }),
  wrong('CCH-02', 'a cache of what does not say that it writes', {
    keeps: (inner, tool) => specOf(inner, tool)?.annotations?.readOnlyHint !== false,
  }),
  wrong('CCH-02', 'a cache of what may be repeated', {
    keeps: ({ specs }, tool) => {
      const hints = specs().find(({ name }) => name === tool)?.annotations;
      return hints?.readOnlyHint === true || hints?.idempotentHint === true;
    },
  }),
  wrong('CCH-02', 'a cache of everything that was asked in a session', {
    keeps: () => true,
    runs: ({ session }) => session === undefined,
  }),
];
