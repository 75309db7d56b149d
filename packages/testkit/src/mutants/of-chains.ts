import { allow, requireApproval, type ToolCall, type ToolExecution, type ToolSpec } from '@pawl/core';
import { hash } from '../generate/hash.js';
import { narrowerOf } from '../layers/narrower.js';
import { retrieverOf } from '../layers/retriever.js';
import { handmade } from './handmade.js';
import type { Mutant } from './mutant.js';
import { over } from './of-catalogue.js';
import { written } from './written.js';

const key = (call: ToolCall, fields: readonly (keyof ToolCall)[]): string =>
  JSON.stringify(fields.map((field) => call[field] ?? null));

/** A wrapper that keeps results under a key of some fields. */
const caching = (name: string, fields: readonly (keyof ToolCall)[]) =>
  handmade(name, { execute: 'answers' }, (inner) => {
    const kept = new Map<string, Promise<ToolExecution>>();
    return {
      execute: (call) => {
        const found = kept.get(key(call, fields)) ?? inner.execute(call);
        kept.set(key(call, fields), found);
        return found;
      },
    };
  });

const strange: ToolSpec = { name: 'strange_tool', description: '', inputSchema: { type: 'object' } };
const withheld = (tool: string): boolean => hash('chains', tool) % 2 === 0;

/** Mutants of the laws about streams, recovery, chains, purity and races. */
export const ofChains: readonly Mutant[] = [
  written('STR-01', 'executeStream', 'a wrapper that refuses the call and not its stream', {
    reference: 'mastra-ai/mastra#14996',
    subject: (name) =>
      over(name, narrowerOf(withheld), (inner) => ({ executeStream: (call) => inner.executeStream(call) })),
  }),
  written('STR-02', 'executeStream', 'a stream without an end', {
    subject: (name) =>
      handmade(name, { executeStream: 'rewrites' }, (inner) => ({
        executeStream: async (call) => {
          const stream = await inner.executeStream(call);
          return (async function* () {
            for await (const chunk of stream) if (chunk.kind !== 'done') yield chunk;
          })();
        },
      })),
  }),
  written('STR-02', 'executeStream', 'a stream that goes on after its end', {
    subject: (name) =>
      handmade(name, { executeStream: 'rewrites' }, (inner) => ({
        executeStream: async (call) => {
          const stream = await inner.executeStream(call);
          return (async function* () {
            yield* stream;
            yield { kind: 'text', text: 'one more' } as const;
          })();
        },
      })),
  }),
  written('STR-02', 'executeStream', 'a stream that ends twice', {
    subject: (name) =>
      handmade(name, { executeStream: 'rewrites' }, (inner) => ({
        executeStream: async (call) => {
          const stream = await inner.executeStream(call);
          return (async function* () {
            yield* stream;
            yield { kind: 'done' } as const;
          })();
        },
      })),
  }),
  written('STR-02', 'executeStream', 'a stream whose reader cannot stop the tool', {
    reference: 'mastra-ai/mastra#10874',
    subject: (name) =>
      handmade(name, { executeStream: 'rewrites' }, (inner) => ({
        executeStream: async (call) => {
          const iterator = (await inner.executeStream(call))[Symbol.asyncIterator]();
          return { [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) };
        },
      })),
  }),
  written('STR-02', 'executeStream', 'a generator that leaves its source open', {
    subject: (name) =>
      handmade(name, { executeStream: 'rewrites' }, (inner) => ({
        executeStream: async (call) => {
          const iterator = (await inner.executeStream(call))[Symbol.asyncIterator]();
          return (async function* () {
            for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
          })();
        },
      })),
  }),
  written('RCV-01', 'recoverUnadvertised', 'a hatch that recovers what is already listed', {
    subject: (name) =>
      handmade(name, { recoverUnadvertised: 'extends' }, (inner) => ({
        recoverUnadvertised: async () => inner.specs(),
      })),
  }),
  written('RCV-01', 'recoverUnadvertised', 'a filter that opens a hatch of its own', {
    subject: (name) =>
      handmade(name, { recoverUnadvertised: 'narrows' }, () => ({ recoverUnadvertised: async () => [strange] })),
  }),
  written('RCV-02', 'recoverUnadvertised', 'a narrowing that forgets the hatch', {
    subject: (name) =>
      over(name, narrowerOf(withheld), (inner) => ({ recoverUnadvertised: (call) => inner.recoverUnadvertised(call) })),
  }),
  written('RCV-02', 'recoverUnadvertised', 'a hatch that recovers everything it hid', {
    reference: 'hermes-agent#94506, hermes-agent PR62701',
    subject: (name) =>
      over(name, retrieverOf(withheld), (inner) => ({
        recoverUnadvertised: async () => inner.specs().filter((spec) => withheld(spec.name)),
      })),
  }),
  written('RCV-02', 'recoverUnadvertised', 'a hatch that invents a tool', {
    subject: (name) =>
      handmade(name, { recoverUnadvertised: 'extends' }, () => ({ recoverUnadvertised: async () => [strange] })),
  }),
  written('CHN-01', 'needsApproval', 'a wrapper in the middle that turns must into need not', {
    reference: 'bug-ops/zeph#5906',
    subject: (name) =>
      handmade(name, {}, (inner) => ({ needsApproval: (tool) => inner.needsApproval(tool) && !inner.owns(tool) })),
  }),
  written('CHN-01', 'preDispatch', 'a wrapper that decides anew in the middle', {
    reference: 'bug-ops/zeph#5931',
    subject: (name) =>
      handmade(name, {}, (inner) => ({
        preDispatch: async (call) => (inner.needsApproval(call.tool) ? requireApproval('asked anew') : allow()),
      })),
  }),
  written('CHN-01', 'forWorker', 'a wrapper that loses the worker at the second depth', {
    subject: (name) =>
      handmade(name, {}, (inner, scope) => ({
        ...(scope === undefined ? {} : { forWorker: async () => ({ kind: 'no-workspace' }) as const }),
        owns: (tool) => inner.owns(tool),
      })),
  }),
  written('CHN-01', 'cacheableApproval', 'a wrapper that answers from the first catalogue it saw', {
    subject: (name) => {
      let first: ((tool: string) => boolean) | undefined;
      return handmade(name, {}, (inner) => {
        first ??= (tool) => inner.cacheableApproval(tool);
        const ask = first;
        return { cacheableApproval: (tool) => ask(tool) };
      });
    },
  }),
  written('PUR-01', 'postDispatch', 'a filter that edits the outcome in place', {
    subject: (name) =>
      handmade(name, { postDispatch: 'rewrites' }, (inner) => ({
        postDispatch: async (call, outcome) => {
          Object.assign(outcome, { meta: { edited: true } });
          return inner.postDispatch(call, outcome);
        },
      })),
  }),
  written('PUR-01', 'forWorker', 'a wrapper that adds to the scope it was given', {
    subject: (name) =>
      handmade(name, {}, (inner) => ({
        forWorker: async (scope) => {
          (scope.shareIn as string[]).push('extra.md');
          return inner.forWorker(scope);
        },
      })),
  }),
  written('PUR-01', 'specs', "a layer that sorts the inner's catalogue in place", {
    subject: (name) =>
      handmade(name, { specs: 'rewrites' }, (inner) => ({
        specs: () => {
          const specs = inner.specs() as ToolSpec[];
          if (!Object.isFrozen(specs)) specs.reverse();
          return specs;
        },
      })),
  }),
  written('PUR-01', 'needsApproval', 'a layer whose answer depends on how often it is asked', {
    subject: (name) =>
      handmade(name, { needsApproval: 'tightens' }, (inner) => {
        let asked = 0;
        return { needsApproval: (tool) => asked++ % 2 === 0 || inner.needsApproval(tool) };
      }),
  }),
  written('PUR-01', 'execute', 'a name question that runs the tool', {
    subject: (name) =>
      handmade(name, { requiredCapabilities: 'tightens' }, (inner) => ({
        requiredCapabilities: (tool) => {
          inner.execute(Object.freeze({ id: '1', tool, attempt: 1 })).catch(() => {});
          return inner.requiredCapabilities(tool);
        },
      })),
  }),
  written('PUR-01', 'execute', 'a wrapper that writes to a global', {
    subject: (name) =>
      handmade(name, {}, (inner) => ({
        owns: (tool) => {
          Reflect.set(globalThis, '__pawlMutant', tool);
          return inner.owns(tool);
        },
      })),
  }),
  written('RAC-01', 'execute', 'a cache keyed without the caller', {
    reference: 'LibreChat PR10201, google/adk-python#3659',
    subject: (name) => caching(name, ['tool', 'args', 'session']),
  }),
  written('RAC-01', 'execute', 'a cache keyed without the session', {
    subject: (name) => caching(name, ['tool', 'args', 'caller']),
  }),
  written('RAC-01', 'execute', 'a cache keyed by the tool alone', { subject: (name) => caching(name, ['tool']) }),
  written('RAC-01', 'execute', 'a wrapper that remembers the current call in a field', {
    subject: (name) =>
      handmade(name, { execute: 'rewrites' }, (inner) => {
        let current: ToolCall | undefined;
        return {
          execute: async (call) => {
            current = call;
            await Promise.resolve();
            return inner.execute(current);
          },
        };
      }),
  }),
  written('RAC-01', 'preDispatch', 'a wrapper that coalesces decisions by the name of the tool', {
    subject: (name) =>
      handmade(name, { preDispatch: 'tightens' }, (inner) => {
        const underWay = new Map<string, ReturnType<typeof inner.preDispatch>>();
        return {
          preDispatch: (call) => {
            const found = underWay.get(call.tool) ?? inner.preDispatch(call);
            underWay.set(call.tool, found);
            return found;
          },
        };
      }),
  }),
];
