import { defineExecutor, deny, NONE, requireApproval, type ToolCallInit, ToolFailure } from '@pawl/core';
import { describe, expect, it } from 'vitest';
import { type DetachedOptions, detachedTools } from '../../src/detached/index.js';
import { manualClock, settle } from '../proposal/manual-clock.js';
import { done, streaming, text } from './channel.js';

const call: ToolCallInit = { id: '1', tool: 'tail' };
const subject = (options: DetachedOptions = {}, parts: Parameters<typeof streaming>[0] = {}) => {
  const tools = streaming(parts);
  const clock = manualClock();
  const detached = detachedTools({ executor: tools.executor, options: { clock, ...options } });
  const started = async (more: Partial<ToolCallInit> = {}): Promise<string> => {
    const outcome = await detached.start({ ...call, ...more });
    if (outcome.status !== 'running') throw new Error(outcome.status);
    return outcome.handle;
  };
  return { ...tools, clock, detached, started };
};

describe('a start', () => {
  it('gives a handle at once, and the tool runs on', async () => {
    const { detached, started, channel } = subject();
    const handle = await started();
    expect(detached.poll(handle)).toMatchObject({ callId: '1', tool: 'tail', status: 'running', chunks: [] });
    channel().push(text('a'));
    await settle();
    expect(detached.list()).toEqual([{ handle, callId: '1', tool: 'tail', status: 'running' }]);
  });

  it('goes through the gate', async () => {
    const refusing = subject({}, { preDispatch: async () => deny('not this') });
    expect(await refusing.detached.start(call)).toMatchObject({ status: 'denied', reason: 'not this' });
    const asking = subject({}, { preDispatch: async () => requireApproval('ask') });
    const pending = await asking.detached.start(call);
    if (pending.status !== 'pending') throw new Error(pending.status);
    expect(asking.channels).toEqual([]);
    expect((await asking.detached.start(call, { approved: pending.request })).status).toBe('running');
    expect(await asking.detached.start({ ...call, tool: 'gone' })).toMatchObject({ failure: { code: 'unknown-tool' } });
    expect(await asking.detached.start({ ...call, args: () => {} })).toMatchObject({
      failure: { code: 'invalid-arguments' },
    });
  });

  it('is refused where the tool cannot stream, and is not run in one shot', async () => {
    let ran = 0;
    const executor = defineExecutor({
      specs: () => [{ name: 'tail', description: '', inputSchema: {} }],
      requiredCapabilities: () => NONE,
      preDispatch: async () => ({ verdict: 'allow' }),
      execute: async () => ({ output: ++ran }),
    });
    const detached = detachedTools({ executor });
    expect(await detached.start(call)).toMatchObject({ status: 'failed', failure: { code: 'unsupported' } });
    expect(ran).toBe(0);
    expect(detached.list()).toEqual([]);
  });

  it('is bounded by the time-out of the call, which does not reach the stream', async () => {
    const never = subject({}, { executeStream: () => new Promise(() => {}) });
    const starting = never.detached.start({ ...call, timeoutMs: 50 });
    await settle();
    never.clock.advance(50);
    expect(await starting).toMatchObject({ status: 'failed', failure: { code: 'timeout', outcome: 'unknown' } });
    const { clock, detached, started, channel } = subject();
    const handle = await started({ timeoutMs: 50 });
    clock.advance(60_000);
    channel().push(text('late'), done);
    await settle();
    expect(detached.poll(handle)).toMatchObject({ status: 'done', chunks: [text('late'), done] });
  });

  it('can be cancelled by its signal until it has given a handle, and not after', async () => {
    const never = subject({}, { executeStream: () => new Promise(() => {}) });
    const before = new AbortController();
    const starting = never.detached.start({ ...call, signal: before.signal });
    await settle();
    before.abort();
    expect(await starting).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
    const { detached, started, channel } = subject();
    const after = new AbortController();
    const handle = await started({ signal: after.signal });
    after.abort();
    await settle();
    expect(detached.poll(handle)?.status).toBe('running');
    expect(channel().call?.signal?.aborted).toBe(false);
  });

  it('is refused beyond the limit, starts under way included, and allowed again after a last poll', async () => {
    const { detached, started, channel, channels } = subject({ maxHandles: 2 });
    const [first, , third] = await Promise.all([started(), started(), detached.start(call)]);
    for (const refused of [third, await detached.start(call)]) {
      expect(refused).toMatchObject({ status: 'failed', failure: { code: 'refused', outcome: 'not-started' } });
    }
    expect(channels).toHaveLength(2);
    channel(0).push(done);
    await settle();
    expect((await detached.start(call)).status).toBe('failed');
    detached.poll(first);
    expect((await detached.start(call)).status).toBe('running');
  });

  it.each(['maxChunks', 'maxHandles', 'reapAfterMs', 'startTimeoutMs'])('needs a sensible `%s`', (name) => {
    for (const value of [0, -1, Number.NaN, 0.5, 2 ** 31]) expect(() => subject({ [name]: value })).toThrow(name);
  });
});

describe('a poll', () => {
  it('drains, shows the end once, and then the handle is gone', async () => {
    const { detached, started, channel } = subject();
    const handle = await started();
    channel().push(text('a'), text('b'));
    await settle();
    expect(detached.poll(handle)).toMatchObject({ status: 'running', chunks: [text('a'), text('b')] });
    expect(detached.poll(handle)).toMatchObject({ status: 'running', chunks: [] });
    channel().push(text('c'), done, text('late'));
    await settle();
    expect(detached.poll(handle)).toEqual({
      ...{ callId: '1', tool: 'tail', status: 'done', chunks: [text('c'), done], dropped: 0, untrusted: false },
      result: { output: 'all of it' },
    });
    expect(detached.poll(handle)).toBeUndefined();
    expect(detached.list()).toEqual([]);
    expect(channel().returned).toBe(1);
  });

  it('says that a stream which closes without a last chunk has failed', async () => {
    const { detached, started, channel } = subject();
    const handle = await started();
    channel().end();
    await settle();
    expect(detached.poll(handle)).toMatchObject({
      status: 'failed',
      failure: { code: 'stream-ended', outcome: 'unknown' },
    });
  });

  it('hands on a failure as postDispatch left it', async () => {
    const { detached, started, channel } = subject(
      {},
      {
        postDispatch: async (_call, outcome) =>
          outcome instanceof ToolFailure ? outcome.with({ message: 'hidden' }) : outcome,
      },
    );
    const handle = await started();
    channel().push({ kind: 'error', failure: new ToolFailure('secret', { code: 'c' }) });
    await settle();
    expect(detached.poll(handle)).toMatchObject({ status: 'failed', failure: { message: 'hidden', code: 'c' } });
  });

  it('drops the oldest chunks and counts them', async () => {
    const { detached, started, channel } = subject({ maxChunks: 2 });
    const handle = await started();
    channel().push(text('a'), text('b'), text('c'));
    await settle();
    expect(detached.poll(handle)).toMatchObject({ chunks: [text('b'), text('c')], dropped: 1 });
    channel().push(text('d'), text('e'), done);
    await settle();
    expect(detached.poll(handle)).toMatchObject({ status: 'done', chunks: [text('e'), done], dropped: 2 });
  });

  it('is for the owner alone', async () => {
    const { detached, started, channel } = subject();
    const handle = await started({ session: 's', caller: 'ada' });
    channel().push(done);
    await settle();
    for (const other of [
      undefined,
      {},
      { session: 's' },
      { session: 's', caller: 'bob' },
      { session: 't', caller: 'ada' },
    ]) {
      expect(detached.poll(handle, other)).toBeUndefined();
      expect(detached.cancel(handle, other)).toBe(false);
      expect(detached.list(other)).toEqual([]);
    }
    expect(detached.poll(handle, { session: 's', caller: 'ada' })?.status).toBe('done');
  });

  it('knows nothing of a handle that nobody gave, and handles cannot be guessed', async () => {
    const { detached, started } = subject();
    const handles = await Promise.all(Array.from({ length: 20 }, () => started()));
    expect(new Set(handles).size).toBe(20);
    for (const handle of handles) expect(handle).toMatch(/^[\w-]{24}$/u);
    expect(detached.poll('constructor')).toBeUndefined();
  });

  it('gets its turn beside a tool that never pauses', async () => {
    const endless = async function* () {
      for (;;) yield text('more');
    };
    const { detached, started, channels } = subject({ maxChunks: 8 }, { executeStream: async () => endless() });
    const handle = await started();
    await settle();
    expect(detached.poll(handle)).toMatchObject({ status: 'running', chunks: Array(8).fill(text('more')) });
    expect(detached.cancel(handle)).toBe(true);
    await detached.close();
    expect(channels).toEqual([]);
  });
});

describe('a cancel', () => {
  it('reaches the tool, is seen once, and stays although the tool then ends', async () => {
    const { detached, started, channel } = subject();
    const handle = await started();
    channel().push(text('a'));
    await settle();
    const signal = channel().call?.signal;
    expect(signal?.aborted).toBe(false);
    expect(detached.cancel(handle)).toBe(true);
    channel().push(text('late'), done);
    await settle();
    expect(signal?.aborted).toBe(true);
    expect(channel().returned).toBe(1);
    expect(detached.cancel(handle)).toBe(false);
    const poll = detached.poll(handle);
    expect(poll).toMatchObject({ status: 'cancelled', chunks: [text('a')] });
    expect(poll).not.toHaveProperty('result');
    expect(detached.poll(handle)).toBeUndefined();
  });

  it('changes nothing of a tool that is done', async () => {
    const { detached, started, channel } = subject();
    const handle = await started();
    channel().push(done);
    await settle();
    expect(detached.cancel(handle)).toBe(false);
    expect(detached.poll(handle)?.status).toBe('done');
  });
});

describe('a handle that nobody polls', () => {
  it('is ended and forgotten while the tool runs', async () => {
    const { clock, detached, started, channel } = subject({ reapAfterMs: 100 });
    const handle = await started();
    clock.advance(99);
    expect(detached.poll(handle)?.status).toBe('running');
    clock.advance(99);
    detached.list();
    expect(detached.list()).toHaveLength(1);
    clock.advance(1);
    await settle();
    expect(detached.poll(handle)).toBeUndefined();
    expect(channel().returned).toBe(1);
  });

  it('is forgotten when it has ended, but not before there was time to hear of it', async () => {
    const { clock, detached, started, channel } = subject({ reapAfterMs: 100 });
    const [kept, lost] = [await started(), await started()];
    clock.advance(90);
    channel(0).push(done);
    channel(1).push(done);
    await settle();
    clock.advance(90);
    expect(detached.poll(kept)?.status).toBe('done');
    clock.advance(10);
    expect(detached.poll(lost)).toBeUndefined();
    expect(clock.waits).toEqual([]);
  });
});

describe('close', () => {
  it('ends everything, waits until it has let go, leaves no timer, and lets nothing start', async () => {
    const { clock, detached, started, channel } = subject();
    const handle = await started();
    const ended = await started();
    channel(1).push(done);
    await settle();
    await detached.close();
    expect(channel(0).returned).toBe(1);
    for (const gone of [handle, ended]) expect(detached.poll(gone)).toBeUndefined();
    expect(clock.waits).toEqual([]);
    expect(await detached.start(call)).toMatchObject({ failure: { code: 'refused', outcome: 'not-started' } });
    await detached[Symbol.asyncDispose]();
  });

  it('ends starts that are under way', async () => {
    const { clock, detached } = subject({}, { executeStream: () => new Promise(() => {}) });
    const starting = detached.start(call);
    await settle();
    await detached.close();
    expect(await starting).toMatchObject({ status: 'failed', failure: { code: 'cancelled' } });
    expect(clock.waits).toEqual([]);
  });
});
