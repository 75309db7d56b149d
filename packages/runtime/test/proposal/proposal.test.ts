import { type ApprovalRequest, deny, requireApproval, ToolFailure } from '@pawl/core';
import { describe, expect, it } from 'vitest';
import type { ApprovalPort } from '../../src/approval/approval-port.js';
import { type Action, memoryState, ProposalError, runProposal } from '../../src/proposal/index.js';
import { manualClock, settle } from './manual-clock.js';
import { NoJitter } from './no-jitter.js';
import { atOnce, fails, inTurn, type Run, says, start, toolsOf } from './tools.js';

const statuses = (result: Awaited<ReturnType<typeof start>>) =>
  Object.fromEntries(result.actions.map(({ id, status }) => [id, status]));

/** Approves what `yes` says, each once. */
const approving = (yes: (request: ApprovalRequest) => boolean, more: Partial<ApprovalPort> = {}): ApprovalPort => ({
  find: async (request) =>
    yes(request) ? { ok: true, answer: 'approve' } : { ok: false, code: 'not-approved', message: '' },
  use: async (request) =>
    yes(request) ? { ok: true, approved: request } : { ok: false, code: 'not-approved', message: '' },
  ...more,
});

describe('a proposal that cannot be begun', () => {
  it('lists everything that is wrong, and runs nothing', async () => {
    const tools = toolsOf({ a: says('a') });
    const error = await start(tools, [
      { id: 'a', tool: 'a', dependsOn: ['gone'] },
      { id: 'a', tool: 'a', returnSchema: {} },
      { id: 'b', tool: 'a', expectedEffects: { x: 1 } },
    ]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProposalError);
    expect((error as ProposalError).problems.map(({ code }) => code)).toEqual([
      ...['duplicate-id', 'unknown-dependency', 'no-validator', 'no-state'],
    ]);
    expect(tools.calls).toEqual([]);
  });

  it.each([
    ['timeoutMs', 0],
    ['timeoutMs', Number.NaN],
    ['timeoutMs', 2 ** 31],
    ['maxRetries', -1],
    ['maxRetries', 0.5],
    ['onFailure', 'ignore'],
    ['dependsOn', 'a'],
    ['args', Number.NaN],
    ['args', undefined],
    ['id', ''],
    ['tool', 1],
    ['idempotent', 'yes'],
    ['expectedEffects', []],
  ])('refuses `%s` that is %s', async (field, value) => {
    const tools = toolsOf({ a: says('a') });
    const action = { id: 'a', tool: 'a', [field]: value };
    await expect(start(tools, [action])).rejects.toThrow(`\`${field}\``);
    expect(tools.calls).toEqual([]);
  });

  it('names the actions of a cycle', async () => {
    const actions = [
      { id: 'a', tool: 'a', dependsOn: ['b'] },
      { id: 'b', tool: 'a', dependsOn: ['a'] },
    ];
    await expect(start(toolsOf({ a: says('a') }), actions)).rejects.toThrow('could never run: "a", "b"');
  });

  it('is refused where the state cannot be recorded', async () => {
    const tools = toolsOf({ a: says('a') });
    const state = { ...memoryState(), snapshot: () => Promise.reject(new Error('down')) };
    await expect(start(tools, [{ id: 'a', tool: 'a' }], { state })).rejects.toMatchObject({
      code: 'state-unavailable',
    });
    expect(tools.calls).toEqual([]);
  });

  it.each([[undefined], [{}], [{ actions: 'a' }], [{ actions: [null] }]])('refuses %j', async (proposal) => {
    const { executor } = toolsOf({});
    await expect(runProposal({ executor, proposal: proposal as never })).rejects.toThrow(ProposalError);
  });
});

describe('levels', () => {
  const gated = () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    return { release: () => release(), run: () => gate.then(() => ({ output: 'ok' })) };
  };

  it('run together where no action of theirs aborts', async () => {
    const { release, run } = gated();
    const tools = toolsOf({ slow: run });
    const running = start(tools, [
      { id: 'a', tool: 'slow', onFailure: 'skip' },
      { id: 'b', tool: 'slow', onFailure: 'retry' },
      { id: 'c', tool: 'slow', dependsOn: ['a'], onFailure: 'skip' },
    ]);
    await settle();
    expect(tools.ran()).toEqual(['a#1', 'b#1']);
    release();
    expect((await running).status).toBe('completed');
    expect(tools.ran()).toEqual(['a#1', 'b#1', 'c#1']);
  });

  it('run one after the other, as listed, where one aborts', async () => {
    const { release, run } = gated();
    const tools = toolsOf({ slow: run });
    const running = start(tools, [
      { id: 'a', tool: 'slow', onFailure: 'skip' },
      { id: 'b', tool: 'slow' },
    ]);
    await settle();
    expect(tools.ran()).toEqual(['a#1']);
    release();
    await running;
    expect(tools.ran()).toEqual(['a#1', 'b#1']);
  });

  it('skip what depends on a failed or denied action, however far behind', async () => {
    const tools = toolsOf(
      { bad: fails(), good: says('good'), no: says('no') },
      { preDispatch: async ({ tool }) => (tool === 'no' ? deny('not this') : { verdict: 'allow' }) },
    );
    const result = await start(tools, [
      { id: 'a', tool: 'bad', onFailure: 'skip' },
      { id: 'b', tool: 'good', dependsOn: ['a'] },
      { id: 'c', tool: 'good', dependsOn: ['b'] },
      { id: 'd', tool: 'no', onFailure: 'skip' },
      { id: 'e', tool: 'good', dependsOn: ['d'] },
      { id: 'f', tool: 'good' },
    ]);
    expect(result.status).toBe('completed');
    expect(statuses(result)).toEqual({
      a: 'failed',
      b: 'skipped',
      c: 'skipped',
      d: 'denied',
      e: 'skipped',
      f: 'executed',
    });
    // What was denied never counts as executed.
    expect(result.cost).toMatchObject({ calls: 2, executed: 1, failed: 1, denied: 1, skipped: 3, retries: 0 });
  });
});

describe('retries', () => {
  const retry = (more: Partial<Action> = {}): Action => ({ id: 'a', tool: 'a', onFailure: 'retry', ...more });

  it('count attempts as the executor sees them, with doubled waits between', async () => {
    const clock = manualClock();
    const tools = toolsOf({ a: inTurn(fails(), fails(), fails(), says('at last')) });
    const running = start(tools, [retry()], { clock, delays: new NoJitter() });
    for (const [done, ms] of [100, 200, 400].entries()) {
      await settle();
      expect(clock.waits).toEqual([ms]);
      clock.advance(ms - 1);
      await settle();
      expect(tools.calls).toHaveLength(done + 1);
      clock.advance(1);
    }
    expect((await running).actions[0]).toMatchObject({ status: 'executed', attempts: 4 });
    expect(tools.ran()).toEqual(['a#1', 'a#2', 'a#3', 'a#4']);
  });

  it('wait between half and the whole of a doubled wait when nobody says how long', async () => {
    const clock = manualClock();
    const { delays: _, ...options } = { ...atOnce, clock };
    const { executor } = toolsOf({ a: inTurn(fails(), says('a')) });
    const running = runProposal({ executor, proposal: { actions: [retry()] }, options });
    await settle();
    expect(clock.waits[0]).toBeGreaterThanOrEqual(50);
    expect(clock.waits[0]).toBeLessThanOrEqual(100);
    clock.advance(100);
    expect((await running).status).toBe('completed');
  });

  it('end the proposal when they are used up', async () => {
    const tools = toolsOf({ a: fails() });
    const result = await start(tools, [retry({ maxRetries: 2 })]);
    expect(result).toMatchObject({ status: 'aborted', cost: { calls: 3, retries: 2, failed: 1 } });
  });

  it.each(['retry', 'skip', 'abort'] as const)(
    'are not for a terminal failure, which ends it despite %s',
    async (onFailure) => {
      const tools = toolsOf({ a: fails({ terminal: true }), b: says('b') });
      const result = await start(tools, [
        retry({ onFailure }),
        { id: 'b', tool: 'b', dependsOn: ['a'], onFailure: 'skip' },
      ]);
      expect(result.status).toBe('aborted');
      expect(tools.ran()).toEqual(['a#1']);
    },
  );

  it.each<[string, object, number]>([
    ['not where it may have taken effect', {}, 1],
    ['again where the tool says it may be repeated', { idempotentHint: true }, 3],
    ['again where the tool changes nothing', { readOnlyHint: true }, 3],
  ])('try an unknown outcome %s', async (_name, annotations, tries) => {
    const tools = toolsOf({ a: { run: fails({ outcome: 'unknown' }), annotations } });
    // The word of the proposal's author is not the tool's.
    await start(tools, [retry({ maxRetries: 2, idempotent: true })]);
    expect(tools.calls).toHaveLength(tries);
  });

  it('are not for a call that is none, or that is denied', async () => {
    const tools = toolsOf({ a: says('a') }, { preDispatch: async () => deny('no') });
    expect(await start(tools, [retry()])).toMatchObject({ status: 'aborted', cost: { calls: 0, denied: 1 } });
    expect(await start(tools, [retry({ tool: 'gone' })])).toMatchObject({
      status: 'aborted',
      cost: { calls: 0, failed: 1 },
    });
    expect(tools.calls).toEqual([]);
  });

  it('start no other try once a sibling has failed for good', async () => {
    const clock = manualClock();
    const tools = toolsOf({
      a: fails(),
      b: (call) => settle().then(() => fails({ terminal: true })(call)),
    });
    const result = await start(tools, [retry(), { id: 'b', tool: 'b', onFailure: 'skip' }], { clock });
    expect(result.status).toBe('aborted');
    expect(tools.ran()).toEqual(['a#1', 'b#1']);
    expect(clock.waits).toEqual([]);
  });
});

describe('people', () => {
  const asks = (...asking: readonly string[]) => ({
    preDispatch: async ({ tool }: { readonly tool: string }) =>
      asking.includes(tool) ? requireApproval('ask first') : ({ verdict: 'allow' } as const),
  });

  it('are asked before anything of the level runs', async () => {
    const tools = toolsOf({ a: says('a'), b: says('b') }, asks('b'));
    const result = await start(tools, [
      { id: 'a', tool: 'a' },
      { id: 'b', tool: 'b' },
    ]);
    if (result.status !== 'paused') throw new Error(result.status);
    expect(result.pending).toMatchObject([{ callId: 'b', tool: 'b' }]);
    expect(statuses(result)).toEqual({ a: 'not-run', b: 'pending' });
    expect(tools.calls).toEqual([]);
  });

  it('let a paused proposal go on elsewhere, where nothing that is done runs again', async () => {
    const tools = toolsOf({ a: says('a', { x: 1 }), b: says('b'), c: fails() }, asks('b'));
    const actions: readonly Action[] = [
      { id: 'a', tool: 'a', expectedEffects: { x: 0 } },
      { id: 'c', tool: 'c', onFailure: 'skip' },
      { id: 'b', tool: 'b', dependsOn: ['a'] },
    ];
    const state = memoryState({ x: 0 });
    const paused = await start(tools, actions, { state });
    if (paused.status !== 'paused') throw new Error(paused.status);
    expect(state.snapshot()).toEqual({ x: 1 });
    const resume = JSON.parse(JSON.stringify(paused.resume));
    const done = await start(tools, actions, { state, resume, approvals: approving(() => true) });
    expect(done.status).toBe('completed');
    expect(statuses(done)).toEqual({ a: 'executed', c: 'failed', b: 'executed' });
    expect(done.actions[1]).toMatchObject({ failure: expect.any(ToolFailure) });
    expect(tools.ran()).toEqual(['a#1', 'c#1', 'b#1']);
  });

  it('can say no, and the state is that of before the pause', async () => {
    const tools = toolsOf({ a: says('a', { x: 1 }), b: says('b') }, asks('b'));
    const actions: readonly Action[] = [
      { id: 'a', tool: 'a', expectedEffects: { x: 0 } },
      { id: 'b', tool: 'b', dependsOn: ['a'] },
    ];
    const state = memoryState({ x: 0 });
    const paused = await start(tools, actions, { state });
    if (paused.status !== 'paused') throw new Error(paused.status);
    const approvals = approving(() => true, {
      find: async () => ({ ok: true, answer: 'refuse', reason: 'not today' }),
    });
    const done = await start(tools, actions, { state, resume: paused.resume, approvals });
    expect(done).toMatchObject({ status: 'aborted', restored: true });
    expect(done.actions[1]).toMatchObject({ status: 'denied', reason: expect.stringContaining('not today') });
    expect(state.snapshot()).toEqual({ x: 0 });
    expect(tools.ran()).toEqual(['a#1']);
  });

  it('can edit the arguments, and those run', async () => {
    const tools = toolsOf({ b: says('b') }, asks('b'));
    const approvals = approving(() => true, { find: async () => ({ ok: true, answer: 'approve', args: { n: 2 } }) });
    await start(tools, [{ id: 'b', tool: 'b', args: { n: 1 } }], { approvals });
    expect(tools.calls.map(({ args }) => args)).toEqual([{ n: 2 }]);
  });

  it('are asked anew where the approval is gone by the time it is used, and their silence is no yes', async () => {
    const tools = toolsOf({ b: says('b') }, asks('b'));
    const lost: Partial<ApprovalPort> = { use: async () => ({ ok: false, code: 'replayed', message: '' }) };
    const broken: Partial<ApprovalPort> = { use: () => Promise.reject(new Error('down')) };
    for (const more of [lost, broken]) {
      const result = await start(tools, [{ id: 'b', tool: 'b', onFailure: 'retry' }], {
        approvals: approving(() => true, more),
      });
      expect(result.status).toBe('paused');
    }
    expect(tools.calls).toEqual([]);
  });

  it('are asked between two tries, and the count of tries goes on from there', async () => {
    let asking = false;
    const failing: Run = (call) => {
      asking = true;
      return fails()(call);
    };
    const tools = toolsOf(
      { a: inTurn(failing, says('a')) },
      { preDispatch: async () => (asking ? requireApproval('now') : { verdict: 'allow' }) },
    );
    const actions: readonly Action[] = [{ id: 'a', tool: 'a', onFailure: 'retry' }];
    const paused = await start(tools, actions);
    if (paused.status !== 'paused') throw new Error(paused.status);
    expect(paused.actions[0]).toMatchObject({ status: 'pending', attempts: 1 });
    const done = await start(tools, actions, { resume: paused.resume, approvals: approving(() => true) });
    expect(done.status).toBe('completed');
    expect(tools.ran()).toEqual(['a#1', 'a#2']);
  });

  it('are not bothered where a denied action ends the proposal anyhow', async () => {
    const tools = toolsOf(
      { a: says('a'), b: says('b') },
      {
        preDispatch: async ({ tool }) => (tool === 'a' ? requireApproval('ask') : deny('no')),
      },
    );
    const result = await start(tools, [
      { id: 'a', tool: 'a' },
      { id: 'b', tool: 'b' },
    ]);
    expect(result.status).toBe('aborted');
  });

  it('cannot be passed over with the resume of another proposal', async () => {
    const tools = toolsOf({ a: says('a'), b: says('b') }, asks('b'));
    const actions: readonly Action[] = [
      { id: 'a', tool: 'a' },
      { id: 'b', tool: 'b', dependsOn: ['a'] },
    ];
    const paused = await start(tools, actions);
    if (paused.status !== 'paused') throw new Error(paused.status);
    const changed = actions.map((action) => ({ ...action, args: { changed: true } }));
    await expect(start(tools, changed, { resume: paused.resume })).rejects.toThrow('`resume`');
  });

  it('are asked once untrusted content has come in, for what was free before', async () => {
    const { TAINT_REVOKED } = await import('@pawl/core');
    const tools = toolsOf(
      { fetch: { run: says('a page'), annotations: { openWorldHint: true } }, send: says('sent') },
      { requiredCapabilities: (tool) => (tool === 'send' ? TAINT_REVOKED : (0 as typeof TAINT_REVOKED)) },
    );
    const send: Action = { id: 'send', tool: 'send' };
    expect((await start(tools, [send])).status).toBe('completed');
    const tainted = await start(tools, [
      { id: 'fetch', tool: 'fetch' },
      { ...send, dependsOn: ['fetch'] },
    ]);
    expect(tainted.status).toBe('paused');
    expect(tools.ran()).toEqual(['send#1', 'fetch#1']);
  });
});
