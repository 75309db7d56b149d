import { deny, modify, requireApproval } from '@pawl/core';
import { verify } from '@pawl/journal';
import { describe, expect, it } from 'vitest';
import type { TurnLog } from '../../src/index.js';
import {
  type Action,
  memoryState,
  type ProposalEvent,
  type ProposalOptions,
  type ProposalResume,
  runProposal,
} from '../../src/proposal/index.js';
import { eventsOf, keys, newJournal } from './keys.js';
import { manualClock, settle } from './manual-clock.js';
import { atOnce, fails, inTurn, type Run, says, toolsOf } from './tools.js';

type Tools = ReturnType<typeof toolsOf>;
const start = ({ executor }: Tools, actions: readonly Action[], options: ProposalOptions = {}) =>
  runProposal({ executor, proposal: { id: 'p', actions }, options: { ...atOnce, ...options } });

const outline = async (journal: ReturnType<typeof newJournal>) =>
  (await eventsOf(journal)).map(({ type, data }) => {
    const said = data as { readonly callId?: string; readonly attempt?: number; readonly verdict?: string };
    return [type, said.callId, said.attempt ?? said.verdict].filter((one) => one !== undefined).join(' ');
  });

describe('the journal of a proposal', () => {
  it('tells of every try, by ids that no other proposal has', async () => {
    const journal = newJournal();
    const tools = toolsOf(
      { a: inTurn(fails(), says('a')), no: says('no') },
      {
        preDispatch: async ({ tool }) => (tool === 'no' ? deny('not this') : { verdict: 'allow' }),
      },
    );
    const actions: readonly Action[] = [
      { id: 'x', tool: 'a', onFailure: 'retry' },
      { id: 'y', tool: 'no', onFailure: 'skip' },
      { id: 'z', tool: 'a', dependsOn: ['y'], onFailure: 'skip' },
    ];
    await start(tools, actions, { journal, caller: 'ada' });
    expect(await outline(journal)).toEqual([
      ...['call p/x 1', 'call p/y 1', 'call p/z 1', 'decision p/y deny', 'result p/y'],
      ...['decision p/x allow', 'result p/x', 'call p/x 2', 'decision p/x allow', 'result p/x', 'result p/z'],
    ]);
    expect(tools.calls.map(({ id }) => id)).toEqual(['p/x', 'p/x']);
    const events = await eventsOf(journal);
    expect(await verify(events, keys)).toMatchObject({ ok: true });
    expect(events.filter(({ type }) => type === 'result').map(({ data }) => data)).toMatchObject([
      ...[
        { status: 'denied' },
        { status: 'failed', code: 'tool-error' },
        { status: 'executed' },
        { status: 'skipped' },
      ],
    ]);
  });

  it('has the start of a try before the tool runs', async () => {
    const journal = newJournal();
    const seen: string[][] = [];
    const look = async () => {
      seen.push((await outline(journal)).slice(-1));
      return { output: '' };
    };
    await start(toolsOf({ a: look }), [{ id: 'x', tool: 'a' }], { journal });
    expect(seen).toEqual([['decision p/x allow']]);
  });

  it('tells of rewrites, notes and redactions, of these by rule and count', async () => {
    const journal = newJournal();
    const events: ProposalEvent[] = [];
    const tools = toolsOf(
      { a: says('a') },
      {
        preDispatch: async () => ({ ...modify({ n: 2 }), notes: ['a note'] }),
        postDispatch: async (_call, outcome) =>
          outcome instanceof Error ? outcome : { ...outcome, redactions: [{ rule: 'key', path: '/sk-secret' }] },
      },
    );
    await start(tools, [{ id: 'x', tool: 'a', args: { n: 1 } }], { journal, onEvent: (event) => events.push(event) });
    const told = (await outline(journal)).filter((line) => !/call|decision|result/.test(line));
    expect(told).toEqual(['modify p/x', 'inject p/x', 'redaction p/x']);
    expect(JSON.stringify(await eventsOf(journal))).not.toContain('sk-secret');
    expect(events.map(({ type }) => type)).toEqual([
      ...['started', 'modify', 'inject', 'redaction', 'result', 'completed'],
    ]);
  });

  it('is needed with an id, and starts nothing where it is closed', async () => {
    const journal = newJournal();
    const tools = toolsOf({ a: says('a', { x: 1 }) });
    const actions = [{ id: 'x', tool: 'a' }];
    await expect(
      runProposal({ executor: tools.executor, proposal: { actions }, options: { journal } }),
    ).rejects.toMatchObject({ problems: [{ code: 'no-id' }] });
    await expect(runProposal({ executor: tools.executor, proposal: { id: 'a/b', actions } })).rejects.toMatchObject({
      problems: [{ code: 'invalid-id' }],
    });
    await journal.close();
    await expect(start(tools, actions, { journal })).rejects.toMatchObject({
      code: 'not-kept',
      resume: { settled: [], attempts: [] },
    });
    expect(tools.calls).toEqual([]);
  });

  it('has no start of an action that the gate wants a person for by the time it would run', async () => {
    const journal = newJournal();
    let ran = false;
    const a = () => {
      ran = true;
      return { output: '' };
    };
    const tools = toolsOf(
      { a, b: says('b') },
      {
        preDispatch: async ({ tool }) => (tool === 'b' && ran ? requireApproval('now') : { verdict: 'allow' }),
      },
    );
    const actions = [
      { id: 'x', tool: 'a' },
      { id: 'y', tool: 'b' },
    ];
    expect((await start(tools, actions, { journal })).status).toBe('paused');
    expect(await outline(journal)).not.toContain('decision p/y allow');
    expect(await outline(journal)).toContain('decision p/y ask');
  });
});

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
    const result = await start(
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
    const result = await start(
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
    await start(free, [{ id: 'x', tool: 'a' }], { log: log('p/x') });
    expect(free.ran()).toEqual(['p/x#2']);
    const shut = toolsOf({ a: look }, { preDispatch: async () => deny('closed') });
    const result = await start(shut, [{ id: 'x', tool: 'a' }], { log: log('p/x') });
    expect(result.actions[0]).toMatchObject({ status: 'failed', failure: { code: 'interrupted', outcome: 'unknown' } });
    expect(shut.calls).toEqual([]);
  });

  it('takes the answer of a memory for what was started', async () => {
    const tools = toolsOf({ a: says('a') });
    const actions = [{ id: 'x', tool: 'a', idempotent: true }];
    const knows = { once: async () => ({ output: 'known' }) };
    const known = await start(tools, actions, { log: log('p/x'), idempotency: knows });
    expect(known.actions[0]).toMatchObject({ status: 'remembered', execution: { output: 'known' } });
    const forgot = { once: async (_key: string, run: () => Promise<undefined>) => run() } as never;
    const unknown = await start(tools, actions, { log: log('p/x'), idempotency: forgot });
    expect(unknown.actions[0]).toMatchObject({ status: 'failed', failure: { code: 'interrupted' } });
    expect(tools.calls).toEqual([]);
  });

  it('needs no journal to know what was started, where what it goes on from is kept', async () => {
    const { onResume, last } = keeper();
    const tools = toolsOf({ a: () => new Promise(() => {}) });
    void start(tools, [{ id: 'x', tool: 'a' }], { onResume });
    await settle();
    expect(tools.ran()).toEqual(['p/x#1']);
    expect(last().attempts).toEqual([{ id: 'x', made: 0, started: 1 }]);
    const result = await start(tools, [{ id: 'x', tool: 'a' }], { resume: last() });
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
    await start(tools, actions, { onResume, state: memoryState({ n: 0 }) });
    for (const resume of kept.filter(({ settled }) => settled.length > 0)) {
      const again = toolsOf({ a: says('a', { n: 9 }), b: says('b', { n: 2 }) });
      // The crash came before the changes that are listed as unapplied.
      const state = memoryState({ n: resume.settled.length - (resume.unapplied ?? []).length });
      const result = await start(again, actions, { resume, state });
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
      const first = await start(tools, actions, options);
      const state = memoryState({ n: 7 });
      const again = await start(tools, actions, { resume: last(), state });
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
    void start(tools, actions, { onResume, clock });
    await settle();
    expect(clock.waits).toEqual([100]);
    expect(last().attempts).toEqual([{ id: 'x', made: 1 }]);
    const result = await start(tools, actions, { resume: last(), log: log('p/x') });
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
    void start(tools, actions, { onResume });
    await settle();
    const result = await start(tools, actions, { resume: last() });
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
    const error = await start(tools, actions, { onResume }).catch((thrown: unknown) => thrown);
    const { resume } = error as { readonly resume: ProposalResume };
    expect(resume.halted).toBeUndefined();
    expect(await start(tools, actions, { resume })).toMatchObject({ status: 'aborted' });
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
    const error = await start(tools, actions, { onResume, state }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'not-kept', cause: new Error('disk full') });
    expect(state.snapshot()).toEqual({ n: 0 });
    const { resume } = error as { readonly resume: ProposalResume };
    expect((await start(tools, actions, { resume, state })).status).toBe('completed');
    expect(state.snapshot()).toEqual({ n: 1 });
    expect(tools.ran()).toEqual(['p/x#1', 'p/y#1']);
  });
});

describe('whoever listens to a proposal', () => {
  const told = async (run: (onEvent: (event: ProposalEvent) => void) => Promise<unknown>) => {
    const events: ProposalEvent[] = [];
    await run((event) => events.push(event));
    return events;
  };

  it('hears of starts, progress, retries and results', async () => {
    const tools = toolsOf({
      a: inTurn(fails(), (call) => {
        call.onProgress?.({ fraction: 0.5 });
        return { output: 'a' };
      }),
    });
    const events = await told((onEvent) => start(tools, [{ id: 'x', tool: 'a', onFailure: 'retry' }], { onEvent }));
    const call = { action: 'x', callId: 'p/x', tool: 'a' };
    expect(events).toMatchObject([
      { type: 'started', attempt: 1, ...call },
      { type: 'retry', attempt: 2, delayMs: 100, failure: { code: 'tool-error' }, ...call },
      { type: 'started', attempt: 2, ...call },
      { type: 'progress', progress: { fraction: 0.5 }, ...call },
      { type: 'result', action: 'x', result: { status: 'executed', attempts: 2 } },
      { type: 'completed' },
    ]);
  });

  it('hears that people must be asked, that it ended early, and whether the state was restored', async () => {
    const asks = toolsOf({ a: says('a') }, { preDispatch: async () => requireApproval('ask') });
    const actions: readonly Action[] = [{ id: 'x', tool: 'a' }];
    expect(await told((onEvent) => start(asks, actions, { onEvent }))).toMatchObject([
      { type: 'paused', pending: [{ callId: 'p/x' }] },
    ]);
    const state = { ...memoryState(), restore: () => Promise.reject(new Error('down')) };
    const bad = toolsOf({ a: fails() });
    expect(await told((onEvent) => start(bad, actions, { onEvent, state }))).toMatchObject([
      ...[{ type: 'started' }, { type: 'result' }, { type: 'aborted', reason: expect.stringContaining('broke') }],
      { type: 'restored', restored: false },
    ]);
  });

  it('breaks nothing by throwing', async () => {
    const tools = toolsOf({
      a: (call) => {
        call.onProgress?.({ fraction: 0.5 });
        return { output: 'a' };
      },
    });
    const onEvent = () => {
      throw new Error('a bad listener');
    };
    expect((await start(tools, [{ id: 'x', tool: 'a' }], { onEvent })).status).toBe('completed');
  });
});
