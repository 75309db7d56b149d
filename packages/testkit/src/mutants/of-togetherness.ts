import {
  canonicalJson,
  type ExecutorMember,
  type ToolCall,
  type ToolExecutor,
  ToolFailure,
  type ToolProgress,
  type Touches,
} from '@pawl/core';
import { composite } from '../reference/composite.js';
import { compositeSubject } from '../subject/composite-subject.js';
import type { Subject } from '../subject/subject.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';
import { forwarding, handmade, type Parts } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

const together = (breaks: string, member: ExecutorMember, touches: Touches, parts: Parts): Mutant =>
  written('TOG-01', member, breaks, { subject: (name) => handmade(name, touches, parts) });

/** Asks once for all that have the same key and are under way. */
const inFlight = <A extends readonly unknown[], T>(ask: (...args: A) => Promise<T>, keyOf: (...args: A) => string) => {
  const running = new Map<string, Promise<T>>();
  return (...args: A): Promise<T> => {
    const key = keyOf(...args);
    const found = running.get(key);
    if (found !== undefined) return found;
    const asked = ask(...args).finally(() => running.delete(key));
    running.set(key, asked);
    return asked;
  };
};

const keyWithout =
  (...fields: readonly string[]) =>
  (call: ToolCall): string => {
    const { signal: _signal, onProgress: _listener, ...rest } = call;
    const kept = Object.entries(rest).filter(([field]) => !fields.includes(field));
    return canonicalJson(JSON.parse(JSON.stringify(Object.fromEntries(kept))));
  };

/** One after the other; `next` says what a turn waits for. */
const queued = (ask: ToolExecutor['execute'], next: (turn: Promise<unknown>) => Promise<unknown>) => {
  let tail: Promise<unknown> = Promise.resolve();
  return ((call) => {
    const turn = tail.then(() => ask(call));
    tail = next(turn);
    return turn;
  }) satisfies ToolExecutor['execute'];
};

/** Mutants of TOG-01. */
export const ofTogetherness: readonly Mutant[] = [
  together('a decision in flight shared over ids', 'preDispatch', {}, (inner) => ({
    preDispatch: inFlight((call) => inner.preDispatch(call), keyWithout('id')),
  })),
  together('a decision in flight shared over sessions', 'preDispatch', {}, (inner) => ({
    preDispatch: inFlight((call) => inner.preDispatch(call), keyWithout('session')),
  })),
  together('a sandbox asked once for each tool', 'sandboxWouldDeny', {}, (inner) => ({
    sandboxWouldDeny: inFlight(
      (call) => inner.sandboxWouldDeny(call),
      ({ tool }) => tool,
    ),
  })),
  together('a recovery in flight shared over callers', 'recoverUnadvertised', {}, (inner) => ({
    recoverUnadvertised: inFlight(
      (call) => inner.recoverUnadvertised(call),
      ({ tool }) => tool,
    ),
  })),
  together('a result in flight shared over attempts', 'execute', {}, (inner) => ({
    execute: inFlight((call) => inner.execute(call), keyWithout('attempt', 'id')),
  })),
  together('a run in flight whose listener is the first one', 'execute', {}, (inner) => ({
    execute: inFlight((call) => inner.execute(call), keyWithout()),
  })),
  together('the current call in a field', 'execute', {}, (inner) => {
    let current: ToolCall | undefined;
    return {
      execute: async (call) => {
        current = call;
        await Promise.resolve();
        return await inner.execute(current);
      },
    };
  }),
  together('the outcome of whoever came last', 'postDispatch', { postDispatch: 'rewrites' }, (inner) => {
    let last: Parameters<ToolExecutor['postDispatch']>[1];
    return {
      postDispatch: async (call, outcome) => {
        last = outcome;
        const after = await inner.postDispatch(call, outcome);
        return after instanceof Error
          ? after
          : { ...last, ...after, output: last instanceof Error ? null : last.output };
      },
    };
  }),
  together('one buffer for all streams', 'executeStream', { executeStream: 'rewrites' }, (inner) => {
    let held: { readonly kind: 'data'; readonly data: never } | undefined;
    return {
      executeStream: async (call) => {
        const stream = await inner.executeStream(call);
        return (async function* () {
          for await (const chunk of stream) {
            if (chunk.kind === 'data') held = chunk as typeof held;
            await Promise.resolve();
            yield chunk.kind === 'data' && held !== undefined ? held : chunk;
          }
        })();
      },
    };
  }),
  together('a queue that a failure ends', 'execute', {}, (inner) => ({
    execute: queued(
      (call) => inner.execute(call),
      (turn) => {
        turn.catch(() => {});
        return turn;
      },
    ),
  })),
  together('a lock that a failure keeps', 'execute', {}, (inner) => {
    let lock: Promise<void> = Promise.resolve();
    return {
      execute: async (call) => {
        const before = lock;
        let release = (): void => {};
        lock = new Promise((resolve) => {
          release = resolve;
        });
        await before;
        const execution = await inner.execute(call);
        release();
        return execution;
      },
    };
  }),
  together('one progress listener for all', 'execute', { execute: 'rewrites' }, (inner) => {
    let listener: ToolCall['onProgress'];
    return {
      execute: (call) => {
        listener = call.onProgress;
        return inner.execute(Object.freeze({ ...call, onProgress: (progress: ToolProgress) => listener?.(progress) }));
      },
    };
  }),
  together('one signal for all that run', 'execute', { execute: 'rewrites' }, (inner) => {
    const all = new AbortController();
    return {
      execute: (call) => {
        call.signal?.addEventListener('abort', () => all.abort(), { once: true });
        return inner.execute(Object.freeze({ ...call, signal: all.signal }));
      },
    };
  }),
  written('TOG-01', 'execute', 'a composite that runs a tool once at a time for all', {
    subject: (name) =>
      compositeSubject({
        name,
        create: (sources) => {
          const whole = composite(sources);
          return { ...whole, execute: inFlight((call) => whole.execute(call), keyWithout('id', 'caller')) };
        },
      }),
  }),
];

/** One after the other, whatever came of the one before. */
class Queue {
  #tail: Promise<unknown> = Promise.resolve();
  readonly #inner: ToolExecutor;

  constructor(inner: ToolExecutor) {
    this.#inner = inner;
  }

  readonly execute: ToolExecutor['execute'] = (call) => {
    const turn = this.#tail.then(() => this.#inner.execute(call));
    this.#tail = turn.catch(() => {});
    return turn;
  };
}

const queueing = (inner: ToolExecutor): ToolExecutor => ({
  ...forwarding(inner),
  execute: new Queue(inner).execute,
  forWorker: async (scope) => {
    const root = await inner.forWorker(scope);
    return root.kind === 'rooted' ? { ...root, executor: queueing(root.executor) } : root;
  },
});

/** Right in what the mutants of TOG-01 are wrong in. */
export const togetherTwins: readonly Subject[] = [
  wrapperSubject({ name: 'a class with a queue that goes on', touches: {}, wrap: queueing }),
  handmade('a lock that is released whatever happens', { executeStream: 'rewrites' }, (inner) => {
    let lock: Promise<void> = Promise.resolve();
    return {
      executeStream: async (call) => {
        const before = lock;
        let release = (): void => {};
        lock = new Promise((resolve) => {
          release = resolve;
        });
        await before;
        try {
          return await inner.executeStream(call);
        } finally {
          release();
        }
      },
    };
  }),
  handmade('no more than two at a time', { execute: 'refuses' }, (inner) => {
    let running = 0;
    return {
      execute: async (call) => {
        if (running >= 2) throw new ToolFailure('too many at a time', { code: 'busy', outcome: 'not-started' });
        running++;
        try {
          return await inner.execute(call);
        } finally {
          running--;
        }
      },
    };
  }),
  handmade('state of its own for each stream', { executeStream: 'rewrites' }, (inner) => ({
    executeStream: async (call) => {
      const stream = await inner.executeStream(call);
      return (async function* () {
        let count = 0;
        for await (const chunk of stream) {
          count++;
          if (count > 0) yield chunk;
        }
      })();
    },
  })),
];
