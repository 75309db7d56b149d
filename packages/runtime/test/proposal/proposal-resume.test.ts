import { deny } from '@pawl/core';
import { describe, expect, it } from 'vitest';
import type { TurnLog } from '../../src/index.js';
import { type Action, memoryState, type ProposalResume } from '../../src/proposal/index.js';
import { manualClock, settle } from './manual-clock.js';
import { fails, inTurn, type Run, says, startNamed, toolsOf } from './tools.js';

/** What was kept last, as it comes back from a store. */
const keeper = () => {
  const kept: ProposalResume[] = [];
  const onResume = async (resume: ProposalResume): Promise<void> => void kept.push(JSON.parse(JSON.stringify(resume)));
  return { kept, onResume, last: () => kept.at(-1) as ProposalResume };
};

describe('a proposal that is run again after a crash', () => {
  const log = (...started: readonly string[]): TurnLog => ({
    started: async () => {},
    find: async () => started.map((callId) => ({ callId, attempt: 1 })),
  });

  it('does not run again what was started and has no known end', async () => {
    const tools = toolsOf({ a: says('a'), b: says('b') });
    const result = await startNamed(
      tools,
      [
        { id: 'x', tool: 'a', onFailure: 'retry' },
        { id: 'y', tool: 'b', dependsOn: ['x'] },
      ],
      { log: log('p/x') },
    );
    expect(result).toMatchObject({ status: 'aborted', cost: { executed: 0, failed: 1 } });
    expect(result.actions[0]).toMatchObject({
      status: 'failed',
      attempts: 1,
      failure: { code: 'interrupted', outcome: 'unknown', message: expect.stringMatching(/may have run/) },
    });
    expect(result.warnings.join()).toContain('may have had effects: "x"');
    expect(tools.calls).toEqual([]);
  });

  it('goes on without it where its author chose so', async () => {
    const tools = toolsOf({ a: says('a'), b: says('b') });
    const result = await startNamed(
      tools,
      [
        { id: 'x', tool: 'a', onFailure: 'skip' },
        { id: 'y', tool: 'b', onFailure: 'skip' },
      ],
      { log: log('p/x') },
    );
    expect(result.status).toBe('completed');
    expect(tools.ran()).toEqual(['p/y#1']);
  });

  it('runs again what the tool says is harmless, as its second try, and never says then that nothing ran', async () => {
    const look = { run: says('a'), annotations: { readOnlyHint: true } };
    const free = toolsOf({ a: look });
    await startNamed(free, [{ id: 'x', tool: 'a' }], { log: log('p/x') });
    expect(free.ran()).toEqual(['p/x#2']);
    const shut = toolsOf({ a: look }, { preDispatch: async () => deny('closed') });
    const result = await startNamed(shut, [{ id: 'x', tool: 'a' }], { log: log('p/x') });
    expect(result.actions[0]).toMatchObject({ status: 'failed', failure: { code: 'interrupted', outcome: 'unknown' } });
    expect(shut.calls).toEqual([]);
  });

  it('takes the answer of a memory for what was started', async () => {
    const tools = toolsOf({ a: says('a') });
    const actions = [{ id: 'x', tool: 'a', idempotent: true }];
    const knows = { once: async () => ({ output: 'known' }) };
    const known = await startNamed(tools, actions, { log: log('p/x'), idempotency: knows });
    expect(known.actions[0]).toMatchObject({ status: 'remembered', execution: { output: 'known' } });
    const forgot = { once: async (_key: string, run: () => Promise<undefined>) => run() } as never;
    const unknown = await startNamed(tools, actions, { log: log('p/x'), idempotency: forgot });
    expect(unknown.actions[0]).toMatchObject({ status: 'failed', failure: { code: 'interrupted' } });
    expect(tools.calls).toEqual([]);
  });

  it('needs no journal to know what was started, where what it goes on from is kept', async () => {
    const { onResume, last } = keeper();
    const tools = toolsOf({ a: () => new Promise(() => {}) });
    void startNamed(tools, [{ id: 'x', tool: 'a' }], { onResume });
    await settle();
    expect(tools.ran()).toEqual(['p/x#1']);
    expect(last().attempts).toEqual([{ id: 'x', made: 0, started: 1 }]);
    const result = await startNamed(tools, [{ id: 'x', tool: 'a' }], { resume: last() });
    expect(result.actions[0]).toMatchObject({ failure: { code: 'interrupted' } });
    expect(tools.ran()).toEqual(['p/x#1']);
  });

  it('never runs again what has ended, and changes the state once more only to what it was', async () => {
    const { kept, onResume } = keeper();
    const actions: readonly Action[] = [
      { id: 'x', tool: 'a', expectedEffects: { n: 0 } },
      { id: 'y', tool: 'b', dependsOn: ['x'], expectedEffects: { n: 0 } },
    ];
    const tools = toolsOf({ a: says('a', { n: 1 }), b: says('b', { n: 2 }) });
    await startNamed(tools, actions, { onResume, state: memoryState({ n: 0 }) });
    for (const resume of kept.filter(({ settled }) => settled.length > 0)) {
      const again = toolsOf({ a: says('a', { n: 9 }), b: says('b', { n: 2 }) });
      // The crash came before the changes that are listed as unapplied.
      const state = memoryState({ n: resume.settled.length - (resume.unapplied ?? []).length });
      const result = await startNamed(again, actions, { resume, state });
      expect(again.ran()).not.toContain('p/x#1');
      const open = resume.attempts.length > 0;
      expect(result.status).toBe(open ? 'aborted' : 'completed');
      expect(state.snapshot()).toEqual({ n: open ? 0 : 2 });
    }
    expect(kept.some(({ unapplied }) => unapplied !== undefined)).toBe(true);
  });

  it('ends as it had ended, and restores the state then, where it died before that', async () => {
    for (const [tool, signal] of [
      ['bad', undefined],
      ['a', AbortSignal.abort()],
    ] as const) {
      const { onResume, last } = keeper();
      const actions: readonly Action[] = [{ id: 'x', tool, expectedEffects: { n: 0 } }];
      const tools = toolsOf({ a: says('a'), bad: fails() });
      const before = memoryState({ n: 0 });
      const options = { onResume, state: before, ...(signal === undefined ? {} : { signal }) };
      const first = await startNamed(tools, actions, options);
      const state = memoryState({ n: 7 });
      const again = await startNamed(tools, actions, { resume: last(), state });
      expect(again.status).toBe(first.status);
      expect(again.status).not.toBe('completed');
      expect(state.snapshot()).toEqual({ n: 0 });
      expect(tools.calls).toHaveLength(signal === undefined ? 1 : 0);
    }
  });

  it('tries again what had failed for sure when it died between two tries', async () => {
    const { onResume, last } = keeper();
    const clock = manualClock();
    const tools = toolsOf({ a: inTurn(fails(), says('a')) });
    const actions: readonly Action[] = [{ id: 'x', tool: 'a', onFailure: 'retry' }];
    void startNamed(tools, actions, { onResume, clock });
    await settle();
    expect(clock.waits).toEqual([100]);
    expect(last().attempts).toEqual([{ id: 'x', made: 1 }]);
    const result = await startNamed(tools, actions, { resume: last(), log: log('p/x') });
    expect(result.status).toBe('completed');
    expect(tools.ran()).toEqual(['p/x#1', 'p/x#2']);
  });

  it('says of what ran beside the one that ended it that it may have run', async () => {
    const { onResume, last } = keeper();
    const tools = toolsOf({ a: fails({ terminal: true }), b: () => new Promise(() => {}) });
    const actions: readonly Action[] = [
      { id: 'x', tool: 'a', onFailure: 'skip' },
      { id: 'y', tool: 'b', onFailure: 'skip' },
    ];
    void startNamed(tools, actions, { onResume });
    await settle();
    const result = await startNamed(tools, actions, { resume: last() });
    expect(result.status).toBe('aborted');
    expect(result.actions[1]).toMatchObject({ status: 'failed', failure: { code: 'interrupted', outcome: 'unknown' } });
    expect(tools.ran()).toEqual(['p/x#1', 'p/y#1']);
  });

  it('ends by what ended it, where that could not be kept', async () => {
    let keeping = true;
    const bad: Run = (call) => {
      keeping = false;
      return fails()(call);
    };
    const tools = toolsOf({ bad, b: says('b') });
    const actions: readonly Action[] = [
      { id: 'x', tool: 'bad' },
      { id: 'y', tool: 'b' },
    ];
    const onResume = () => {
      if (!keeping) throw new Error('disk full');
    };
    const error = await startNamed(tools, actions, { onResume }).catch((thrown: unknown) => thrown);
    const { resume } = error as { readonly resume: ProposalResume };
    expect(resume.halted).toBeUndefined();
    expect(await startNamed(tools, actions, { resume })).toMatchObject({ status: 'aborted' });
    expect(tools.ran()).toEqual(['p/x#1']);
  });

  it('starts nothing more where nothing can be kept, waits for what runs, and can go on from the error', async () => {
    let keeping = true;
    const state = memoryState({ n: 0 });
    const actions: readonly Action[] = [
      { id: 'x', tool: 'a', expectedEffects: { n: 0 } },
      { id: 'y', tool: 'b', dependsOn: ['x'] },
    ];
    const tools = toolsOf({
      a: (call) => {
        keeping = false;
        return says('a', { n: 1 })(call);
      },
      b: says('b'),
    });
    const onResume = () => {
      if (!keeping) throw new Error('disk full');
    };
    const error = await startNamed(tools, actions, { onResume, state }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'not-kept', cause: new Error('disk full') });
    expect(state.snapshot()).toEqual({ n: 0 });
    const { resume } = error as { readonly resume: ProposalResume };
    expect((await startNamed(tools, actions, { resume, state })).status).toBe('completed');
    expect(state.snapshot()).toEqual({ n: 1 });
    expect(tools.ran()).toEqual(['p/x#1', 'p/y#1']);
  });
});
