import {
  canonicalJson,
  specsByName,
  type ToolCall,
  type ToolDecision,
  type ToolExecution,
  type ToolExecutor,
  type ToolOutcome,
  type ToolStreamChunk,
} from '@pawl/core';
import { composite } from '../reference/composite.js';
import { compositeSubject } from '../subject/composite-subject.js';
import type { Subject } from '../subject/subject.js';
import { handmade } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

type KeyOf = (call: ToolCall) => string;

const text = (value: unknown): string => (value === undefined ? 'absent' : canonicalJson(value));

const keyOf: KeyOf = ({ tool, args, caller, session }) => canonicalJson([tool, ...[args, caller, session].map(text)]);

/** Keeps what came of a call, for as long as it lives. */
const kept = <T>(key: KeyOf, make: (call: ToolCall) => Promise<T>): ((call: ToolCall) => Promise<T>) => {
  const known = new Map<string, T>();
  return async (call) => {
    const earlier = known.get(key(call));
    if (earlier !== undefined) return earlier;
    const made = await make(call);
    known.set(key(call), made);
    return made;
  };
};

/** A cache that keeps a result under the given key. */
const caching = (breaks: string, key: KeyOf): Mutant =>
  written('KEY-01', 'execute', breaks, {
    subject: (name) =>
      handmade(name, { execute: 'answers' }, (inner) => ({
        execute: kept<ToolExecution>(key, (call) => inner.execute(call)),
      })),
  });

const recorded = async (stream: AsyncIterable<ToolStreamChunk>): Promise<readonly ToolStreamChunk[]> => {
  const chunks: ToolStreamChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
};

const replayed = async function* (chunks: readonly ToolStreamChunk[]): AsyncGenerator<ToolStreamChunk> {
  yield* chunks;
};

/** Mutants of the law about what shares an answer. */
export const ofKeys: readonly Mutant[] = [
  caching(
    'a cache that writes arguments as its runtime does',
    ({ tool, args, caller, session }) => `${tool} ${String(args)} ${text(caller)} ${text(session)}`,
  ),
  caching('a cache that folds the case of its key', (call) => keyOf(call).toLowerCase()),
  caching('a cache without white space in its key', (call) => keyOf(call).replaceAll(/\s|\\[nrt]/g, '')),
  caching('a cache whose key is cut', (call) => keyOf(call).slice(0, 300)),
  caching('a cache that takes no arguments for none', ({ args, ...call }) => keyOf({ ...call, args: args ?? {} })),
  caching('a cache that knows the names of arguments', ({ args, ...call }) =>
    keyOf({ ...call, args: typeof args === 'object' && args !== null ? Object.keys(args) : (args ?? null) }),
  ),
  caching('a cache that writes the principal as one text', ({ tool, args, caller, session }) =>
    canonicalJson([tool, text(args), `${caller ?? ''}/${session ?? ''}`]),
  ),
  caching('a cache that all callers share', ({ caller: _caller, ...call }) => keyOf(call)),
  caching('a cache that all sessions share', ({ session: _session, ...call }) => keyOf(call)),
  caching('a cache that takes the session for the caller', ({ caller, session, ...call }) => {
    const who = caller ?? session;
    return keyOf(who === undefined ? call : { ...call, caller: who });
  }),
  written('KEY-01', 'execute', 'a cache that is not declared', {
    subject: (name) =>
      handmade(name, {}, (inner) => ({ execute: kept<ToolExecution>(keyOf, (call) => inner.execute(call)) })),
  }),
  written('KEY-01', 'preDispatch', 'a wrapper that decides once for each set of arguments', {
    subject: (name) =>
      handmade(name, { preDispatch: 'tightens' }, (inner) => ({
        preDispatch: kept<ToolDecision>(
          ({ tool, args }) => canonicalJson([tool, text(args)]),
          (call) => inner.preDispatch(call),
        ),
      })),
  }),
  written('KEY-01', 'executeStream', 'a cache of streams for all callers', {
    subject: (name) =>
      handmade(name, { executeStream: 'answers' }, (inner) => {
        const chunks = kept(
          ({ caller: _caller, ...call }) => keyOf(call),
          async (call) => recorded(await inner.executeStream(call)),
        );
        return { executeStream: async (call) => replayed(await chunks(call)) };
      }),
  }),
  written('KEY-01', 'postDispatch', 'a wrapper that looks at each outcome of a session once', {
    subject: (name) =>
      handmade(name, { postDispatch: 'rewrites' }, (inner) => {
        const known = new Map<string, ToolOutcome>();
        return {
          postDispatch: async (call, outcome) => {
            const key = `${text(call.session)} ${text(call.caller)}`;
            const after = known.get(key) ?? (await inner.postDispatch(call, outcome));
            known.set(key, after);
            return after;
          },
        };
      }),
  }),
  written('KEY-01', 'execute', 'a composite that keeps results for all callers', {
    subject: (name) =>
      compositeSubject({
        name,
        touches: { execute: 'answers' },
        create: (sources) => {
          const made = composite(sources);
          return {
            ...made,
            execute: kept<ToolExecution>(
              ({ caller: _caller, ...call }) => keyOf(call),
              (call) => made.execute(call),
            ),
          };
        },
      }),
  }),
];

/** A cache of two levels, by principal and by arguments. */
class Results {
  readonly #results = new Map<string, Map<string, ToolExecution>>();

  of({ caller, session }: ToolCall): Map<string, ToolExecution> {
    const who = canonicalJson([caller ?? null, session ?? null, caller === undefined, session === undefined]);
    const own = this.#results.get(who) ?? new Map<string, ToolExecution>();
    this.#results.set(who, own);
    return own;
  }
}

const mayKeep = (inner: ToolExecutor, tool: string): boolean =>
  inner.owns(tool) && specsByName(inner.specs()).get(tool)?.annotations?.readOnlyHint === true;

const definedKey = (inner: ToolExecutor, call: ToolCall): string =>
  `${keyOf(call)} ${JSON.stringify(specsByName(inner.specs()).get(call.tool))}`;

/** Right ones, in other styles. */
export const keyTwins: readonly Subject[] = [
  handmade('a cache of two levels', { execute: 'answers' }, (inner) => {
    const results = new Results();
    return {
      execute: async (call) => {
        if (!mayKeep(inner, call.tool)) return inner.execute(call);
        const own = results.of(call);
        const key = definedKey(inner, call);
        const execution = own.get(key) ?? (await inner.execute(call));
        own.set(key, execution);
        return execution;
      },
    };
  }),
  handmade('a cache of the last result', { execute: 'answers' }, (inner) => {
    let last: { readonly key: string; readonly execution: ToolExecution } | undefined;
    return {
      execute: async (call) => {
        const key = definedKey(inner, call);
        if (last?.key === key && mayKeep(inner, call.tool)) return last.execution;
        const execution = await inner.execute(call);
        last = { key, execution };
        return execution;
      },
    };
  }),
  handmade('a cache of one object for each session', { execute: 'answers' }, (inner) => {
    const sessions: Record<string, Record<string, ToolExecution>> = Object.create(null);
    return {
      execute: async (call) => {
        if (call.session === undefined || !mayKeep(inner, call.tool)) return inner.execute(call);
        const own: Record<string, ToolExecution> = sessions[call.session] ?? Object.create(null);
        sessions[call.session] = own;
        const key = definedKey(inner, call);
        const execution = own[key] ?? (await inner.execute(call));
        own[key] = execution;
        return execution;
      },
    };
  }),
];
