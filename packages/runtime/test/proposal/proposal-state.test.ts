import { type DispatchContext, type JsonValue, ToolFailure } from '@pawl/core';
import { describe, expect, it } from 'vitest';
import { type Action, idempotencyKey, idempotencyMemory, memoryState } from '../../src/proposal/index.js';
import { manualClock, settle } from './manual-clock.js';
import { fails, inTurn, says, start, toolsOf } from './tools.js';

describe('the state', () => {
  it('changes by what comes back, never by what was expected', async () => {
    const state = memoryState({ x: 0, y: 0 });
    const tools = toolsOf({ a: says('a', { x: 1 }) });
    await start(tools, [{ id: 'a', tool: 'a', expectedEffects: { x: 7, y: 7 } }], { state });
    expect(state.snapshot()).toEqual({ x: 1, y: 0 });
  });

  it('is what it was before, once the proposal is aborted, and the rest is listed', async () => {
    const state = memoryState({ x: 0 });
    const tools = toolsOf({ a: says('a', { x: 1 }), bad: fails({ outcome: 'unknown' }), c: says('c') });
    const result = await start(
      tools,
      [
        { id: 'a', tool: 'a', expectedEffects: { x: 0 } },
        { id: 'b', tool: 'bad', dependsOn: ['a'] },
        { id: 'c', tool: 'c', dependsOn: ['b'] },
      ],
      { state },
    );
    expect(result).toMatchObject({ status: 'aborted', restored: true });
    expect(result.actions.map(({ status }) => status)).toEqual(['executed', 'failed', 'not-run']);
    expect(state.snapshot()).toEqual({ x: 0 });
    expect(result.warnings).toEqual([
      'effects outside of the state may remain, and were not undone, of "a"',
      'these did not succeed but may have had effects: "b"',
    ]);
  });

  it('is changed in listed order, whoever is done first', async () => {
    const state = memoryState();
    let release = (): void => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const tools = toolsOf({
      slow: () => slow.then(() => ({ output: '', mutations: { x: 'slow' } })),
      quick: says('', { x: 'quick' }),
    });
    const both = { onFailure: 'skip', expectedEffects: { x: '' } } as const;
    const running = start(
      tools,
      [
        { id: 'a', tool: 'slow', ...both },
        { id: 'b', tool: 'quick', ...both },
      ],
      { state },
    );
    await settle();
    release();
    await running;
    expect(state.snapshot()).toEqual({ x: 'quick' });
  });

  it.each<[string, JsonValue | object]>([
    ['a key that nobody expected', { x: 1, other: 2 }],
    ['a key of every object', { constructor: 1 }],
    ['what is no object', [1]],
    ['half a surrogate pair', { x: '\ud800' }],
    ['what JSON cannot say', { x: Number.NaN }],
  ])('takes nothing of mutations with %s, also where a layer added them', async (_name, mutations) => {
    for (const path of ['execute', 'postDispatch'] as const) {
      const state = memoryState({ x: 0 });
      const given = { output: 'a', mutations: mutations as never };
      const tools = toolsOf(
        { a: () => (path === 'execute' ? given : { output: 'a' }) },
        path === 'execute' ? {} : { postDispatch: async () => given },
      );
      const result = await start(tools, [{ id: 'a', tool: 'a', onFailure: 'skip', expectedEffects: { x: 0 } }], {
        state,
      });
      expect(result.actions[0]).toMatchObject({
        status: 'failed',
        failure: { code: 'invalid-result', outcome: 'unknown' },
      });
      expect(state.snapshot()).toEqual({ x: 0 });
    }
  });

  it('takes nothing where the store fails half way, and the action has failed', async () => {
    const inner = memoryState({ x: 0, y: 0 });
    const state = {
      ...inner,
      apply: () => {
        inner.apply({ x: 1 });
        throw new Error('disk full');
      },
    };
    const tools = toolsOf({ a: says('a', { x: 1, y: 1 }) });
    // The tool has run: whatever the author chose, a store that fails is no reason to run it again.
    const result = await start(tools, [{ id: 'a', tool: 'a', onFailure: 'skip', expectedEffects: { x: 0, y: 0 } }], {
      state,
    });
    expect(result).toMatchObject({ status: 'completed', cost: { failed: 1, executed: 0 } });
    expect(result.actions[0]).toMatchObject({ failure: { code: 'state-refused', cause: new Error('disk full') } });
    expect(inner.snapshot()).toEqual({ x: 0, y: 0 });
    expect(tools.ran()).toEqual(['a#1']);
  });

  it('that can neither be changed nor restored ends the proposal and says so', async () => {
    const down = (): never => {
      throw new Error('down');
    };
    const state = { ...memoryState(), apply: down, restore: down };
    const tools = toolsOf({ a: says('a', { x: 1 }), b: says('b') });
    const result = await start(
      tools,
      [
        { id: 'a', tool: 'a', onFailure: 'skip', expectedEffects: { x: 0 } },
        { id: 'b', tool: 'b', onFailure: 'skip', dependsOn: [] },
        { id: 'c', tool: 'b', dependsOn: ['b'] },
      ],
      { state },
    );
    expect(result).toMatchObject({ status: 'aborted', restored: false });
    expect(result.warnings.join()).toContain('could not be made what it was');
    expect(tools.ran()).not.toContain('c#1');
  });

  it('keeps names like `__proto__` as names', () => {
    const state = memoryState(JSON.parse('{"__proto__":1}'));
    state.apply(JSON.parse('{"constructor":2}'));
    expect(JSON.stringify(state.snapshot())).toBe('{"__proto__":1,"constructor":2}');
  });
});

describe('a result', () => {
  const validate: NonNullable<DispatchContext['validate']> = (_schema, value) =>
    value === 'good' ? [] : ['it is bad'];

  it('that does not meet its schema has failed, and is not tried again', async () => {
    const tools = toolsOf({ a: inTurn(says('bad'), says('good')) });
    const action: Action = { id: 'a', tool: 'a', onFailure: 'retry', returnSchema: {} };
    const result = await start(tools, [action], { context: { validate } });
    expect(result).toMatchObject({ status: 'aborted', actions: [{ failure: { code: 'invalid-result' } }] });
    expect(tools.ran()).toEqual(['a#1']);
    expect((await start(tools, [action], { context: { validate } })).status).toBe('completed');
  });

  it('keeps fields that belong to somebody', async () => {
    const execution = { output: 'a', vendor: 1, meta: { m: 1 } };
    const result = await start(toolsOf({ a: () => execution }), [{ id: 'a', tool: 'a' }]);
    expect(result.actions[0]).toMatchObject({ status: 'executed', execution });
  });
});

describe('time', () => {
  it('is the whole of what an action was given, and no inner wait is shorter', async () => {
    const clock = manualClock();
    const tools = toolsOf({ a: ({ signal }) => new Promise(() => void signal?.addEventListener('abort', () => {})) });
    const running = start(tools, [{ id: 'a', tool: 'a', timeoutMs: 900_000 }], { context: { clock } });
    await settle();
    expect(tools.calls[0]?.timeoutMs).toBe(900_000);
    clock.advance(899_999);
    await settle();
    expect(tools.calls[0]?.signal?.aborted).toBe(false);
    clock.advance(1);
    expect(await running).toMatchObject({
      status: 'aborted',
      actions: [{ failure: { code: 'timeout', outcome: 'unknown' } }],
    });
    expect(tools.calls[0]?.signal?.aborted).toBe(true);
    expect(clock.waits).toEqual([]);
  });
});

describe('a cancel', () => {
  it('reaches every tool that runs, starts nothing more and restores the state', async () => {
    const state = memoryState({ x: 0 });
    const controller = new AbortController();
    const aborted: string[] = [];
    const tools = toolsOf({
      set: says('set', { x: 1 }),
      hang: ({ id, signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            aborted.push(id);
            reject(new Error('stopped'));
          });
        }),
    });
    const hanging = Array.from({ length: 20 }, (_, index): Action => {
      return { id: `h${index}`, tool: 'hang', dependsOn: ['set'], onFailure: 'retry' };
    });
    const running = start(
      tools,
      [
        { id: 'set', tool: 'set', expectedEffects: { x: 0 } },
        ...hanging,
        { id: 'last', tool: 'set', dependsOn: ['h0'] },
      ],
      { state, signal: controller.signal },
    );
    await settle();
    controller.abort();
    const result = await running;
    expect(result).toMatchObject({ status: 'cancelled', restored: true, cost: { executed: 1, failed: 20 } });
    expect(result.actions.at(-1)).toMatchObject({ id: 'last', status: 'not-run' });
    expect(aborted).toHaveLength(20);
    expect(tools.calls).toHaveLength(21);
    expect(state.snapshot()).toEqual({ x: 0 });
  });

  it('ends a wait between tries', async () => {
    const clock = manualClock();
    const controller = new AbortController();
    const tools = toolsOf({ a: fails() });
    const running = start(tools, [{ id: 'a', tool: 'a', onFailure: 'retry' }], { clock, signal: controller.signal });
    await settle();
    controller.abort();
    expect(await running).toMatchObject({ status: 'cancelled', actions: [{ status: 'failed', attempts: 1 }] });
    expect(clock.waits).toEqual([]);
  });

  it('from before the start runs nothing', async () => {
    const tools = toolsOf({ a: says('a') });
    const result = await start(tools, [{ id: 'a', tool: 'a' }], { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ status: 'cancelled', actions: [{ status: 'not-run' }], warnings: [] });
    expect(tools.calls).toEqual([]);
  });
});

describe('idempotency', () => {
  const once = (id: string, args: JsonValue, more: Partial<Action> = {}): Action => ({
    id,
    tool: 'a',
    args,
    idempotent: true,
    ...more,
  });

  it('names a call by what it asks, not by the order of its members', () => {
    const key = (args: JsonValue, more = {}) => idempotencyKey({ tool: 'a', args, ...more });
    expect(key({ a: 1, b: { c: 1, d: 2 } })).toBe(key({ b: { d: 2, c: 1 }, a: 1 }));
    const others = [idempotencyKey({ tool: 'a' }), key(null), key({}), key({ a: 1 }), key([])];
    const owned = [key({}, { session: 's' }), key({}, { caller: 's' }), idempotencyKey({ tool: 'b', args: {} })];
    expect(new Set([...others, ...owned]).size).toBe(8);
  });

  it('answers from memory within a session, applies what was changed, and remembers no failure', async () => {
    const idempotency = idempotencyMemory();
    const tools = toolsOf({ a: inTurn(fails(), says('a', { x: 1 })) });
    const options = (session: string) => ({ idempotency, session, state: memoryState({ x: 0 }) });
    const action = (args: JsonValue) => [once('1', args, { expectedEffects: { x: 0 } })];
    expect((await start(tools, action({ n: 1, m: 2 }), options('s'))).status).toBe('aborted');
    expect((await start(tools, action({ n: 1, m: 2 }), options('s'))).status).toBe('completed');
    const again = options('s');
    const result = await start(tools, action({ m: 2, n: 1 }), again);
    expect(result).toMatchObject({ status: 'completed', cost: { calls: 0, executed: 0, remembered: 1 } });
    expect(result.actions[0]).toMatchObject({ status: 'remembered', execution: { output: 'a' } });
    expect(again.state.snapshot()).toEqual({ x: 1 });
    expect(tools.calls).toHaveLength(2);
    // A later mission inherits nothing of an earlier one.
    await start(tools, action({ n: 1, m: 2 }), options('t'));
    expect(tools.calls).toHaveLength(3);
  });

  it('runs concurrent identical actions once, and those that are not idempotent each time', async () => {
    const idempotency = idempotencyMemory();
    const tools = toolsOf({ a: () => settle().then(() => ({ output: 'a' })) });
    const more = { onFailure: 'skip' } as const;
    const result = await start(
      tools,
      [once('1', 1, more), once('2', 1, more), { ...once('3', 1, more), idempotent: false }],
      { idempotency },
    );
    expect(result.actions.map(({ status }) => status)).toEqual(['executed', 'remembered', 'executed']);
    expect(tools.ran()).toEqual(['1#1', '3#1'].sort());
  });

  it('lets the next one run where the first has failed', async () => {
    const tools = toolsOf({ a: inTurn(() => settle().then(() => fails()({} as never)), says('a')) });
    const more = { onFailure: 'skip' } as const;
    const result = await start(tools, [once('1', 1, more), once('2', 1, more)], { idempotency: idempotencyMemory() });
    expect(result.actions.map(({ status }) => status)).toEqual(['failed', 'executed']);
  });

  it('gives a denied call nothing that it remembers', async () => {
    const idempotency = idempotencyMemory();
    const options = { idempotency };
    await start(toolsOf({ a: says('secret') }), [once('1', 1)], options);
    const closed = toolsOf({ a: says('a') }, { preDispatch: async () => ({ verdict: 'deny', reason: 'no' }) });
    expect((await start(closed, [once('1', 1)], options)).actions[0]?.status).toBe('denied');
  });

  it('holds what it remembers to what is asked of it now', async () => {
    const options = {
      idempotency: idempotencyMemory(),
      state: memoryState(),
      context: { validate: () => ['it is bad'] },
    };
    const tools = toolsOf({ a: says('a', { x: 1 }) });
    await start(tools, [once('1', 1, { expectedEffects: { x: 0 } })], options);
    for (const more of [{ returnSchema: {}, expectedEffects: { x: 0 } }, { expectedEffects: { y: 0 } }]) {
      expect((await start(tools, [once('1', 1, more)], options)).actions[0]).toMatchObject({ status: 'failed' });
    }
    expect(tools.calls).toHaveLength(1);
  });

  it('runs nothing where the memory is down, and says when a success could not be remembered', async () => {
    const tools = toolsOf({ a: says('a') });
    const down = { once: () => Promise.reject(new Error('down')) };
    expect((await start(tools, [once('1', 1)], { idempotency: down })).actions[0]).toMatchObject({
      status: 'failed',
      failure: { code: 'idempotency-unavailable', outcome: 'not-started' },
    });
    expect(tools.calls).toEqual([]);
    const forgetful = {
      once: async (_key: string, run: () => Promise<unknown>) => {
        await run();
        throw new ToolFailure('full', { code: 'full' });
      },
    };
    const result = await start(tools, [once('1', 1)], { idempotency: forgetful });
    expect(result).toMatchObject({
      status: 'completed',
      warnings: [expect.stringContaining('could not be remembered')],
    });
  });

  it('waits for no other once the proposal has ended', async () => {
    const controller = new AbortController();
    const idempotency = { once: () => new Promise<undefined>(() => {}) };
    const running = start(toolsOf({ a: says('a') }), [once('1', 1)], { idempotency, signal: controller.signal });
    await settle();
    controller.abort();
    expect((await running).actions[0]?.status).toBe('not-run');
  });
});
