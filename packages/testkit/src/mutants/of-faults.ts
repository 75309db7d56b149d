import {
  type ExecutorMember,
  isToolFailure,
  NONE,
  type ToolExecution,
  type ToolExecutor,
  ToolFailure,
  type ToolStreamChunk,
  type Touches,
} from '@pawl/core';
import { composite } from '../reference/composite.js';
import { compositeSubject } from '../subject/composite-subject.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';
import { forwarding, handmade, type Parts } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

const fault = (breaks: string, member: ExecutorMember, touches: Touches, parts: Parts): Mutant =>
  written('FLT-01', member, breaks, { subject: (name) => handmade(name, touches, parts) });

const silence = (breaks: string, member: ExecutorMember, touches: Touches, parts: Parts): Mutant =>
  written('FLT-02', member, breaks, { subject: (name) => handmade(name, touches, parts) });

const softened = (inner: ToolExecutor, codes: readonly string[], change: (failure: ToolFailure) => ToolFailure) =>
  ((call) =>
    inner.execute(call).catch((error: unknown) => {
      throw isToolFailure(error) && codes.includes(error.code) ? change(error) : error;
    })) satisfies ToolExecutor['execute'];

async function* swallowing(stream: AsyncIterable<ToolStreamChunk>): AsyncGenerator<ToolStreamChunk> {
  try {
    yield* stream;
  } catch {
    yield { kind: 'done' };
  }
}

async function* ending(stream: AsyncIterable<ToolStreamChunk>): AsyncGenerator<ToolStreamChunk> {
  try {
    yield* stream;
  } catch {
    // The text so far will have to do.
  }
}

const guessed = (call: { readonly tool: string }): ToolFailure =>
  new ToolFailure(`${call.tool} broke off`, { code: 'stream-ended' });

/** Ends with a failure that knows nothing of the one that happened. */
async function* restarted(stream: AsyncIterable<ToolStreamChunk>, call: { readonly tool: string }) {
  try {
    yield* stream;
  } catch {
    yield { kind: 'error', failure: guessed(call) } as const;
  }
}

/** Mutants of FLT-01. */
const ofSpeakingFaults: readonly Mutant[] = [
  fault('an allow where the decision failed', 'preDispatch', { preDispatch: 'tightens' }, (inner) => ({
    preDispatch: (call) => inner.preDispatch(call).catch(() => ({ verdict: 'allow' }) as const),
  })),
  fault('an ask where the decision failed', 'preDispatch', { preDispatch: 'tightens' }, (inner) => ({
    preDispatch: async (call) => {
      try {
        return await inner.preDispatch(call);
      } catch {
        return { verdict: 'ask', reason: 'nobody knows' };
      }
    },
  })),
  fault('no denial where the sandbox failed', 'sandboxWouldDeny', { sandboxWouldDeny: 'tightens' }, (inner) => ({
    sandboxWouldDeny: (call) => inner.sandboxWouldDeny(call).catch(() => false),
  })),
  fault('nothing recovered where recovery failed', 'recoverUnadvertised', {}, (inner) => ({
    recoverUnadvertised: async (call) => {
      try {
        return await inner.recoverUnadvertised(call);
      } catch {
        return [];
      }
    },
  })),
  fault('an empty catalogue where it failed', 'specs', { specs: 'narrows' }, (inner) => ({
    specs: () => {
      try {
        return inner.specs();
      } catch {
        return [];
      }
    },
  })),
  fault('no capability where the question failed', 'requiredCapabilities', {}, (inner) => ({
    requiredCapabilities: (tool) => {
      try {
        return inner.requiredCapabilities(tool);
      } catch {
        return NONE;
      }
    },
  })),
  fault('an empty success for a limit that is used up', 'execute', { execute: 'rewrites' }, (inner) => ({
    execute: (call) =>
      inner.execute(call).catch((error: unknown): ToolExecution => {
        if (isToolFailure(error) && ['rate-limited', '429', 'overloaded'].includes(error.code)) return { output: [] };
        throw error;
      }),
  })),
  fault('an empty success for what was aborted', 'execute', { execute: 'rewrites' }, (inner) => ({
    execute: (call) =>
      inner.execute(call).catch((error: unknown): ToolExecution => {
        if (error instanceof Error && (error.name === 'AbortError' || Reflect.get(error, 'code') === 'cancelled'))
          return { output: null };
        throw error;
      }),
  })),
  fault('a time-out that may be repeated', 'execute', { execute: 'rewrites' }, (inner) => ({
    execute: softened(inner, ['timeout', 'ETIMEDOUT'], (failure) => failure.with({ terminal: false })),
  })),
  fault('a lost source that had not begun', 'execute', { execute: 'rewrites' }, (inner) => ({
    execute: softened(inner, ['source-lost', 'ECONNRESET', '503'], (failure) =>
      failure.with({ outcome: 'not-started' }),
    ),
  })),
  fault('a refusal under the code of a broken tool', 'execute', { execute: 'rewrites' }, (inner) => ({
    execute: softened(inner, ['refused', 'cancelled'], (failure) => failure.with({ code: 'tool-error' })),
  })),
  fault('a plain error that had not begun', 'execute', { execute: 'rewrites' }, (inner) => ({
    execute: (call) =>
      inner.execute(call).catch((cause: unknown) => {
        if (isToolFailure(cause)) throw cause;
        throw new ToolFailure('could not be run', { code: 'tool-error', outcome: 'not-started', cause });
      }),
  })),
  fault('a stream that breaks off and is done', 'executeStream', { executeStream: 'rewrites' }, (inner) => ({
    executeStream: async (call) => swallowing(await inner.executeStream(call)),
  })),
  fault('a stream that breaks off and just ends', 'executeStream', { executeStream: 'rewrites' }, (inner) => ({
    executeStream: async (call) => ending(await inner.executeStream(call)),
  })),
  fault('a stream that forgets why it broke off', 'executeStream', { executeStream: 'rewrites' }, (inner) => ({
    executeStream: async (call) => restarted(await inner.executeStream(call), call),
  })),
  fault('an empty stream where none could be opened', 'executeStream', { executeStream: 'rewrites' }, (inner) => ({
    executeStream: async (call) => {
      try {
        return await inner.executeStream(call);
      } catch {
        return swallowing((async function* () {})());
      }
    },
  })),
  fault('the raw result where looking at it failed', 'postDispatch', { postDispatch: 'rewrites' }, (inner) => ({
    postDispatch: (call, outcome) => inner.postDispatch(call, outcome).catch(() => outcome),
  })),
  fault('a tightening that its own question softens', 'preDispatch', { preDispatch: 'tightens' }, (inner) => ({
    preDispatch: async (call) => {
      const isCacheable = (() => {
        try {
          return inner.cacheableApproval(call.tool);
        } catch {
          return true;
        }
      })();
      return isCacheable ? await inner.preDispatch(call) : { verdict: 'deny', reason: 'must be cacheable' };
    },
  })),
  written('FLT-01', 'forWorker', 'a worker without a workspace where making it failed', {
    subject: (name) =>
      wrapperSubject({
        name,
        touches: {},
        wrap: (inner) => ({
          ...forwarding(inner),
          forWorker: async (scope) => {
            try {
              return await inner.forWorker(scope);
            } catch {
              return { kind: 'no-workspace' };
            }
          },
        }),
      }),
  }),
  written('FLT-01', 'execute', 'a composite that answers for a source that fails', {
    subject: (name) =>
      compositeSubject({
        name,
        create: (sources) => {
          const whole = composite(sources);
          return { ...whole, execute: async (call) => whole.execute(call).catch(() => ({ output: null })) };
        },
      }),
  }),
];

const atAbort = <T>(call: { readonly signal?: AbortSignal }, answer: () => T): Promise<T> =>
  new Promise((resolve) => {
    call.signal?.addEventListener('abort', () => resolve(answer()), { once: true });
  });

/** Mutants of FLT-02. */
const ofSilence: readonly Mutant[] = [
  silence('an empty success at the abort', 'execute', { execute: 'rewrites' }, (inner) => ({
    execute: (call) => Promise.race([inner.execute(call), atAbort(call, () => ({ output: null }))]),
  })),
  silence('a cancelled call that had not begun', 'execute', { execute: 'rewrites' }, (inner) => ({
    execute: (call) =>
      Promise.race([
        inner.execute(call),
        atAbort(call, () => {}).then(() => {
          throw new ToolFailure('cancelled', { code: 'cancelled', outcome: 'not-started' });
        }),
      ]),
  })),
  silence('an allow at the abort', 'preDispatch', { preDispatch: 'tightens' }, (inner) => ({
    preDispatch: (call) =>
      Promise.race([inner.preDispatch(call), atAbort(call, () => ({ verdict: 'allow' }) as const)]),
  })),
  silence('no denial while the sandbox thinks', 'sandboxWouldDeny', { sandboxWouldDeny: 'tightens' }, (inner) => ({
    sandboxWouldDeny: (call) =>
      Promise.race([
        inner.sandboxWouldDeny(call),
        (async () => {
          for (let turn = 0; turn < 50; turn++) await Promise.resolve();
          return false;
        })(),
      ]),
  })),
  silence('an unseen result at the abort', 'postDispatch', { postDispatch: 'rewrites' }, (inner) => ({
    postDispatch: (call, outcome) => Promise.race([inner.postDispatch(call, outcome), atAbort(call, () => outcome)]),
  })),
  silence('a done at the abort', 'executeStream', { executeStream: 'rewrites' }, (inner) => ({
    executeStream: async (call) => {
      const stream = await inner.executeStream(call);
      return (async function* () {
        const iterator = stream[Symbol.asyncIterator]();
        for (;;) {
          const next = await Promise.race([iterator.next(), atAbort(call, () => undefined)]);
          if (next === undefined) yield { kind: 'done' } as const;
          if (next === undefined || next.done === true) return;
          yield next.value;
        }
      })();
    },
  })),
  silence('a new start after the abort', 'execute', { execute: 'repeats' }, (inner) => ({
    execute: async (call) => {
      const first = await Promise.race([inner.execute(call), atAbort(call, () => undefined)]);
      return first ?? (await inner.execute(call));
    },
  })),
  silence('a call that was aborted before and is empty', 'execute', { execute: 'rewrites' }, (inner) => ({
    execute: async (call) => (call.signal?.aborted === true ? { output: null } : await inner.execute(call)),
  })),
  silence('an aborted call that nobody decides on', 'preDispatch', { preDispatch: 'tightens' }, (inner) => ({
    preDispatch: async (call) => (call.signal?.aborted === true ? { verdict: 'allow' } : await inner.preDispatch(call)),
  })),
];

/** Mutants of FLT-01 and FLT-02. */
export const ofFaults: readonly Mutant[] = [...ofSpeakingFaults, ...ofSilence];
