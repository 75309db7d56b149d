import { describe, expect, it } from 'vitest';
import { NONE } from '../capability/capability-set.js';
import { ToolFailure } from '../contract/tool-failure.js';
import type { ToolStreamChunk } from '../contract/tool-stream-chunk.js';
import { allow, deny, requireApproval } from '../decision/decisions.js';
import { defineExecutor, type ExecutorParts } from '../executor/define-executor.js';
import type { Clock } from './clock.js';
import type { DispatchContext } from './context.js';
import { dispatchStream, type StreamOutcome } from './dispatch-stream.js';

const call = { id: '1', tool: 'tail' };
const specs = [{ name: 'tail', description: '', inputSchema: {} }];

const subject = (parts: ExecutorParts) =>
  defineExecutor({ specs: () => specs, requiredCapabilities: () => NONE, preDispatch: async () => allow(), ...parts });

/** Streams these chunks, and notes whether it was told to stop. */
const streaming = (chunks: readonly unknown[], parts: ExecutorParts = {}) => {
  const seen = { returned: 0, signal: undefined as AbortSignal | undefined };
  const tools = subject({
    executeStream: async ({ signal }) => {
      seen.signal = signal;
      let next = 0;
      return {
        [Symbol.asyncIterator]: () => ({
          next: async () =>
            next < chunks.length
              ? { done: false, value: chunks[next++] as ToolStreamChunk }
              : { done: true, value: undefined },
          return: async () => {
            seen.returned++;
            return { done: true, value: undefined };
          },
        }),
      };
    },
    ...parts,
  });
  return { tools, seen };
};

const open = async (tools: ReturnType<typeof subject>, context: DispatchContext = {}, more: object = {}) => {
  const outcome: StreamOutcome = await dispatchStream(tools, { ...call, ...more }, context);
  if (outcome.status !== 'streaming') throw new Error(outcome.status);
  return outcome.stream;
};

const collect = async (stream: AsyncIterable<ToolStreamChunk>): Promise<ToolStreamChunk[]> => {
  const chunks: ToolStreamChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
};

describe('dispatchStream', () => {
  it('hands every chunk on as it came, unknown fields included, and lets the tool go', async () => {
    const chunks = [
      { kind: 'text', text: 'a', vendor: 1 },
      { kind: 'progress', fraction: 0.5 },
      { kind: 'data', data: [1] },
      { kind: 'done', result: { output: 'a' } },
    ];
    const { tools, seen } = streaming(chunks);
    const got = await collect(await open(tools));
    expect(got).toEqual(chunks);
    got.forEach((chunk, index) => {
      expect(chunk).toBe(chunks[index]);
    });
    expect(seen.returned).toBe(1);
  });

  it('goes through the same gate as the unary way', async () => {
    const never = { executeStream: () => Promise.reject(new Error('ran')) };
    expect((await dispatchStream(subject({ ...never, preDispatch: async () => deny('no') }), call)).status).toBe(
      'denied',
    );
    expect(
      (await dispatchStream(subject({ ...never, preDispatch: async () => requireApproval('?') }), call)).status,
    ).toBe('pending');
    expect((await dispatchStream(subject(never), { ...call, tool: 'gone' })).status).toBe('failed');
    const { tools } = streaming([{ kind: 'done' }], { preDispatch: async () => requireApproval('?') });
    const pending = await dispatchStream(tools, call);
    if (pending.status !== 'pending') throw new Error(pending.status);
    expect(await collect(await open(tools, { approved: pending.request }))).toEqual([{ kind: 'done' }]);
  });

  it('is never downgraded: a tool that cannot stream fails', async () => {
    expect(await dispatchStream(subject({}), call)).toMatchObject({
      status: 'failed',
      failure: { code: 'unsupported', outcome: 'not-started' },
    });
  });

  it('hands out nothing after a last chunk', async () => {
    const { tools } = streaming([{ kind: 'done' }, { kind: 'text', text: 'late' }]);
    expect(await collect(await open(tools))).toEqual([{ kind: 'done' }]);
  });

  it.each<[string, readonly unknown[]]>([
    ['ends without a last chunk', [{ kind: 'text', text: 'a' }]],
    ['holds a chunk of no kind', [{ kind: 'text', text: 'a' }, { kind: 'surprise' }]],
    ['holds no chunk at all', [{ kind: 'text', text: 'a' }, null]],
    [
      'holds data that is not JSON',
      [
        { kind: 'text', text: 'a' },
        { kind: 'data', data: new Map() },
      ],
    ],
  ])('a stream that %s has failed, outcome unknown', async (_name, chunks) => {
    const { tools, seen } = streaming(chunks);
    const got = await collect(await open(tools));
    expect(got).toMatchObject([
      { kind: 'text' },
      { kind: 'error', failure: { code: 'stream-ended', outcome: 'unknown' } },
    ]);
    expect(seen.returned).toBe(1);
  });

  it('a stream that throws ends in an error chunk and does not throw', async () => {
    const tools = subject({
      executeStream: async () =>
        (async function* () {
          yield { kind: 'text', text: 'a' } as const;
          throw new Error('boom');
        })(),
    });
    expect(await collect(await open(tools))).toMatchObject([
      { kind: 'text' },
      { kind: 'error', failure: { code: 'tool-error' } },
    ]);
  });

  it('checks the result of the last chunk as the unary way would', async () => {
    const bad = streaming([{ kind: 'done', result: { output: 1, mutations: { a: 1 } } }]);
    expect(await collect(await open(bad.tools))).toMatchObject([
      { kind: 'error', failure: { code: 'invalid-result' } },
    ]);
    const none = streaming([{ kind: 'done' }]);
    const chunks = await collect(await open(none.tools, { validate: () => [] }, { returnSchema: {} }));
    expect(chunks).toMatchObject([{ kind: 'error', failure: { code: 'invalid-result' } }]);
  });

  it('shows the last chunk to postDispatch, result and failure alike', async () => {
    const postDispatch: ExecutorParts['postDispatch'] = async (_call, outcome) =>
      outcome instanceof ToolFailure ? outcome.with({ message: 'hidden' }) : { ...outcome, output: 'hidden' };
    const done = streaming([{ kind: 'done', result: { output: 'secret' }, vendor: 1 }], { postDispatch });
    expect(await collect(await open(done.tools))).toEqual([{ kind: 'done', result: { output: 'hidden' }, vendor: 1 }]);
    const failed = streaming([{ kind: 'error', failure: new ToolFailure('secret', { code: 'c' }) }], { postDispatch });
    expect(await collect(await open(failed.tools))).toMatchObject([
      { kind: 'error', failure: { message: 'hidden', code: 'c' } },
    ]);
    const start = subject({ executeStream: () => Promise.reject(new Error('secret')), postDispatch });
    expect(await dispatchStream(start, call)).toMatchObject({ status: 'failed', failure: { message: 'hidden' } });
  });

  it('break reaches the tool: its iterator and its signal', async () => {
    const { tools, seen } = streaming([
      { kind: 'text', text: 'a' },
      { kind: 'text', text: 'b' },
    ]);
    for await (const chunk of await open(tools)) {
      expect(chunk).toEqual({ kind: 'text', text: 'a' });
      break;
    }
    expect(seen.returned).toBe(1);
    expect(seen.signal?.aborted).toBe(true);
  });

  it('return() also ends a stream that was never read, and one that is waiting', async () => {
    const unread = streaming([{ kind: 'done' }]);
    await (await open(unread.tools)).return?.();
    expect(unread.seen).toMatchObject({ returned: 1, signal: { aborted: true } });

    const waiting = subject({
      executeStream: async () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }),
    });
    const stream = await open(waiting);
    const next = stream.next();
    await stream.return?.();
    expect(await next).toMatchObject({ value: { kind: 'error', failure: { code: 'cancelled', outcome: 'unknown' } } });
    expect(await stream.next()).toMatchObject({ done: true });
  });

  it("ends with a cancelled chunk when the caller's signal is aborted", async () => {
    const controller = new AbortController();
    const tools = subject({
      executeStream: async () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }),
    });
    const chunks = collect(await open(tools, {}, { signal: controller.signal }));
    controller.abort();
    expect(await chunks).toMatchObject([{ kind: 'error', failure: { code: 'cancelled' } }]);
  });

  it('is bounded: the whole by timeoutMs, each chunk by callTimeoutMs', async () => {
    const timers: { ms: number; callback: () => void; live: boolean }[] = [];
    const clock: Clock = {
      setTimeout: (callback, ms) => {
        const timer = { ms, callback, live: true };
        timers.push(timer);
        return () => {
          timer.live = false;
        };
      },
    };
    let chunk = 0;
    const slow = subject({
      executeStream: async () => ({
        [Symbol.asyncIterator]: () => ({
          next: () =>
            chunk++ === 0
              ? Promise.resolve({ done: false as const, value: { kind: 'text', text: 'a' } as const })
              : new Promise<never>(() => {}),
        }),
      }),
    });
    const fire = (ms: number): void => {
      for (const timer of timers) if (timer.live && timer.ms === ms) timer.callback();
    };

    const idle = await open(slow, { clock, callTimeoutMs: 7 });
    await idle.next();
    const armed = timers.filter(({ ms }) => ms === 7);
    expect(armed.map(({ live }) => live)).toEqual([false, true]);
    const next = idle.next();
    fire(7);
    expect(await next).toMatchObject({ value: { kind: 'error', failure: { code: 'timeout', outcome: 'unknown' } } });

    chunk = 0;
    const whole = await open(slow, { clock }, { timeoutMs: 9 });
    await whole.next();
    expect(timers.filter(({ ms }) => ms === 9)).toHaveLength(1);
    const last = whole.next();
    fire(9);
    expect(await last).toMatchObject({ value: { kind: 'error', failure: { code: 'timeout' } } });
    await whole.return?.();
    await idle.return?.();
    expect(timers.some(({ live }) => live)).toBe(false);
  });
});
