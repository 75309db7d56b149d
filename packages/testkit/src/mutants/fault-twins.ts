import {
  ALL,
  deny,
  isToolFailure,
  type ToolCall,
  type ToolExecution,
  type ToolExecutor,
  ToolFailure,
  type ToolStreamChunk,
} from '@pawl/core';
import type { Subject } from '../subject/subject.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';
import { forwarding, handmade } from './handmade.js';

/** Whatever was thrown, as a failure that says no more than is known. */
const asFailure = (cause: unknown, call: ToolCall): ToolFailure =>
  isToolFailure(cause)
    ? cause
    : new ToolFailure(`${call.tool} failed`, { code: 'tool-error', outcome: 'unknown', cause });

async function* failingLast(stream: AsyncIterable<ToolStreamChunk>, call: ToolCall): AsyncGenerator<ToolStreamChunk> {
  try {
    yield* stream;
  } catch (error) {
    yield { kind: 'error', failure: asFailure(error, call) };
  }
}

/** Keeps to the contract, and says so about every failure. */
class Careful {
  readonly #inner: ToolExecutor;

  constructor(inner: ToolExecutor) {
    this.#inner = inner;
  }

  async execute(call: ToolCall): Promise<ToolExecution> {
    try {
      return await this.#inner.execute(call);
    } catch (error) {
      throw asFailure(error, call);
    }
  }

  async executeStream(call: ToolCall): Promise<AsyncIterable<ToolStreamChunk>> {
    return failingLast(await this.#inner.executeStream(call), call);
  }
}

const careful = (inner: ToolExecutor): ToolExecutor => {
  const wrapped = new Careful(inner);
  return {
    ...forwarding(inner),
    execute: (call) => wrapped.execute(call),
    executeStream: (call) => wrapped.executeStream(call),
    forWorker: async (scope) => {
      const root = await inner.forWorker(scope);
      return root.kind === 'rooted' ? { ...root, executor: careful(root.executor) } : root;
    },
  };
};

const orElse = <T>(ask: () => T, strict: T): T => {
  try {
    return ask();
  } catch {
    return strict;
  }
};

const untilAbort = <T>(call: ToolCall, answer: Promise<T>, code: string): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(new ToolFailure('given up', { code, outcome: 'unknown' }));
    call.signal?.addEventListener('abort', stop, { once: true });
    answer.then(resolve, reject).finally(() => call.signal?.removeEventListener('abort', stop));
  });

/** Right in what the mutants of FLT-01 and FLT-02 are wrong in. */
export const faultTwins: readonly Subject[] = [
  wrapperSubject({
    name: 'a class that makes failures of errors',
    touches: { execute: 'rewrites', executeStream: 'rewrites' },
    wrap: careful,
  }),
  handmade(
    'the strictest answer where the inner fails',
    {
      needsApproval: 'tightens',
      cacheableApproval: 'tightens',
      requiredCapabilities: 'tightens',
      ingestsUntrustedContent: 'tightens',
      preDispatch: 'tightens',
      sandboxWouldDeny: 'tightens',
      postDispatch: 'rewrites',
    },
    (inner) => ({
      needsApproval: (tool) => orElse(() => inner.needsApproval(tool), true),
      cacheableApproval: (tool) => orElse(() => inner.cacheableApproval(tool), false),
      requiredCapabilities: (tool) => orElse(() => inner.requiredCapabilities(tool), ALL),
      ingestsUntrustedContent: (tool) => orElse(() => inner.ingestsUntrustedContent(tool), true),
      preDispatch: async (call) => {
        try {
          return await inner.preDispatch(call);
        } catch {
          return deny('nobody decided');
        }
      },
      sandboxWouldDeny: async (call) => {
        try {
          return await inner.sandboxWouldDeny(call);
        } catch {
          return true;
        }
      },
      postDispatch: async (call, outcome) => {
        try {
          return await inner.postDispatch(call, outcome);
        } catch {
          if (isToolFailure(outcome)) return outcome;
          return new ToolFailure('nobody looked at the result', { code: 'result-withheld', outcome: 'unknown' });
        }
      },
    }),
  ),
  handmade(
    'an abort that ends the wait and not the doubt',
    { execute: 'rewrites', preDispatch: 'tightens' },
    (inner) => ({
      execute: (call) => untilAbort(call, inner.execute(call), 'cancelled'),
      preDispatch: (call) => untilAbort(call, inner.preDispatch(call), 'cancelled'),
    }),
  ),
  handmade('an aborted call that is not begun', { execute: 'refuses', executeStream: 'refuses' }, (inner) => {
    const refuse = (): Promise<never> =>
      Promise.reject(new ToolFailure('given up', { code: 'cancelled', outcome: 'not-started' }));
    return {
      execute: (call) => (call.signal?.aborted === true ? refuse() : inner.execute(call)),
      executeStream: (call) => (call.signal?.aborted === true ? refuse() : inner.executeStream(call)),
    };
  }),
];
