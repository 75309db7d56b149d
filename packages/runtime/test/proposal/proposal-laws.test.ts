import { allow, requireApproval, ToolFailure } from '@pawl/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decisionsOf } from '../../src/approval/decisions-of.js';
import { memoryState, type ProposalResult, runProposal } from '../../src/proposal/index.js';
import { levelsOf } from '../../src/proposal/levels.js';
import { type Fate, fateOf, licensed, type Planned, randomProposal } from './random-proposal.js';
import { atOnce, type Run, toolsOf } from './tools.js';

interface Event {
  readonly kind: 'start' | 'ok' | 'failed' | 'late';
  readonly id: string;
  readonly attempt: number;
  readonly fate: Fate;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Runs it to the end: whatever asks is approved, and it goes on from plain JSON. */
const runToEnd = async (all: readonly Planned[], turns: readonly number[]) => {
  const byId = new Map(all.map((one) => [one.action.id, one]));
  const events: Event[] = [];
  let calls = 0;
  const run: Run = async ({ id, attempt, expectedEffects = {} }) => {
    const mine = fateOf(byId.get(id), attempt);
    const event = (kind: Event['kind']) => events.push({ kind, id, attempt, fate: mine });
    event('start');
    for (let turn = turns[calls++ % turns.length] ?? 0; turn > 0; turn--) await nextTurn();
    event(mine === 'ok' ? 'ok' : 'failed');
    // Whatever was on its way into a tool in this very turn is there by the next one.
    setImmediate(() => event('late'));
    if (mine !== 'ok') throw new ToolFailure('it broke', { code: 'tool-error', ...mine });
    return {
      output: id,
      mutations: Object.fromEntries(Object.keys(expectedEffects).map((key) => [key, `${id}#${attempt}`])),
    };
  };
  const tools = toolsOf(
    { plain: run, repeatable: { run, annotations: { idempotentHint: true } } },
    { preDispatch: async ({ id }) => (byId.get(id)?.asks === true ? requireApproval('ask') : allow()) },
  );
  const state = memoryState({ x: 'before' });
  const actions = all.map(({ action }) => action);
  const start = (options: object): Promise<ProposalResult> =>
    runProposal({ executor: tools.executor, proposal: { actions }, options: { ...atOnce, state, ...options } });
  let result = await start({});
  let pauses = 0;
  for (; result.status === 'paused'; pauses++) {
    if (pauses > all.length) throw new Error('it pauses for ever');
    const approvals = decisionsOf(result.pending.map((request) => ({ request, answer: 'approve' })));
    result = await start({ approvals, resume: JSON.parse(JSON.stringify(result.resume)) });
  }
  return { result, events, state: state.snapshot(), byId, actions, pauses };
};

type Ended = Awaited<ReturnType<typeof runToEnd>>;

const checkTries = ({ events, byId }: Ended): void => {
  const last = new Map<string, number>();
  const succeeded = new Set<string>();
  for (const { kind, id, attempt } of events) {
    if (kind === 'ok') succeeded.add(id);
    if (kind !== 'start') continue;
    const one = byId.get(id);
    if (one === undefined) throw new Error(id);
    expect(attempt).toBe((last.get(id) ?? 0) + 1);
    last.set(id, attempt);
    expect(licensed(one, attempt)).toBe(true);
    expect(one.action.dependsOn?.every((other) => succeeded.has(other))).toBe(true);
  }
};

const checkEnd = ({ events, byId, result, actions }: Ended): void => {
  const isLast = ({ kind, fate: mine }: Event): boolean => kind === 'late' && mine !== 'ok' && mine.terminal;
  const end = events.findIndex(isLast);
  if (end >= 0) {
    expect(result.status).toBe('aborted');
    expect(events.slice(end).filter(({ kind }) => kind === 'start')).toEqual([]);
  }
  const fatal = result.actions.filter(
    ({ id, status }) => status === 'failed' && byId.get(id)?.action.onFailure !== 'skip',
  );
  if (fatal.length > 0) expect(result.status).toBe('aborted');
  expect(result.actions.map(({ id }) => id)).toEqual(actions.map(({ id }) => id));
  const started = events.filter(({ kind }) => kind === 'start').length;
  expect(result.cost.calls).toBe(started);
};

const checkState = ({ result, state, actions }: Ended): void => {
  const byId = new Map(result.actions.map((one) => [one.id, one]));
  const expected: Record<string, unknown> = { x: 'before' };
  for (const { id } of result.status === 'completed' ? levelsOf(actions).levels.flat() : []) {
    const one = byId.get(id);
    if (one?.status === 'executed') Object.assign(expected, one.execution.mutations);
  }
  expect(state).toEqual(expected);
};

const checkOrder = ({ events, actions }: Ended): void => {
  const inTurn = levelsOf(actions).levels.filter((level) => level.some(({ onFailure }) => onFailure === 'abort'));
  for (const level of inTurn) {
    const ids = new Set(level.map(({ id }) => id));
    const runs = events.filter(({ kind, id }) => kind !== 'late' && ids.has(id));
    for (const [index, { kind }] of runs.entries()) expect(kind === 'start').toBe(index % 2 === 0);
  }
};

it('no proposal runs a try without a licence, goes on after its end, or leaves half of its state', async () => {
  const seen = new Set<string>();
  const turns = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(randomProposal, turns, async (all, waits) => {
      const ended = await runToEnd(all, waits);
      await nextTurn();
      checkTries(ended);
      checkEnd(ended);
      checkState(ended);
      checkOrder(ended);
      seen.add(ended.result.status);
      if (ended.pauses > 0) seen.add(`${ended.result.status} after a pause`);
      for (const { status, attempts } of ended.result.actions) seen.add(attempts > 1 ? 'retried' : status);
    }),
    { numRuns: 400 },
  );
  // The property has looked at every kind of end.
  const kinds = ['executed', 'failed', 'skipped', 'not-run', 'retried', 'completed', 'aborted'];
  expect([...seen]).toEqual(expect.arrayContaining([...kinds, 'completed after a pause', 'aborted after a pause']));
});
