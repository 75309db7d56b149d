import { allow, requireApproval, ToolFailure } from '@pawl/core';
import type { Journal } from '@pawl/journal';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decisionsOf, type PersonDecision, type TurnLog } from '../../src/index.js';
import {
  memoryState,
  type ProposalOptions,
  type ProposalResult,
  type ProposalResume,
  runProposal,
} from '../../src/proposal/index.js';
import { levelsOf } from '../../src/proposal/levels.js';
import { newJournal } from './keys.js';
import { fateOf, licensed, type Planned, randomProposal } from './random-proposal.js';
import { atOnce, type Run, toolsOf } from './tools.js';

type Steps = 'append' | 'keep' | 'log' | 'spend' | 'tool starts' | 'tool ends' | 'apply' | 'restore';

/** A process that dies right before or right after its n-th step; nothing that it does later counts. */
class Life {
  readonly #steps: number;
  readonly #after: boolean;
  #left: number;
  diedAt: Steps | undefined;

  constructor(steps: number, after: boolean) {
    this.#steps = steps;
    this.#left = steps;
    this.#after = after;
  }

  async step<T>(name: Steps, work: () => T | Promise<T>): Promise<T> {
    const dying = this.#left-- === 0;
    if (this.diedAt === undefined && !dying) return await work();
    const first = this.diedAt === undefined;
    this.diedAt ??= name;
    if (first && this.#after) await work();
    throw new Error(`died after ${this.#steps} steps`);
  }
}

/** What survives a crash. */
const world = (all: readonly Planned[]) => ({
  all,
  byId: new Map(all.map((one) => [`p/${one.action.id}`, one])),
  journal: newJournal(),
  started: new Map<string, number>(),
  kept: undefined as string | undefined,
  state: memoryState({ x: 'before' }),
  decisions: [] as PersonDecision[],
  spent: new Set<PersonDecision>(),
  /** What happened outside. */
  effects: [] as { readonly id: string; readonly attempt: number }[],
});
type World = ReturnType<typeof world>;

const toolsIn = ({ byId, effects }: World, life: Life) => {
  const run: Run = async ({ id, attempt, expectedEffects = {} }) => {
    await life.step('tool starts', () => effects.push({ id, attempt }));
    await new Promise((resolve) => void setImmediate(resolve));
    await life.step('tool ends', () => {});
    const mine = fateOf(byId.get(id), attempt);
    if (mine !== 'ok') throw new ToolFailure('it broke', { code: 'tool-error', ...mine });
    return {
      output: id,
      mutations: Object.fromEntries(Object.keys(expectedEffects).map((key) => [key, `${id}#${attempt}`])),
    };
  };
  return toolsOf(
    { plain: run, repeatable: { run, annotations: { idempotentHint: true } } },
    { preDispatch: async ({ id }) => (byId.get(id)?.asks === true ? requireApproval('ask') : allow()) },
  ).executor;
};

type Where = 'journal' | 'log' | 'resume';

const startsIn = (saved: World, life: Life, where: Where): ProposalOptions => {
  if (where === 'journal') {
    const { journal } = saved;
    const append: Journal['append'] = (type, data) => life.step('append', () => journal.append(type, data));
    // A recorder appends and reads, and does nothing else.
    return { journal: { append, events: () => journal.events() } as Journal };
  }
  const log: TurnLog = {
    started: (calls) =>
      life.step('log', () => {
        for (const { callId, attempt } of calls) saved.started.set(callId, attempt);
      }),
    find: async (ids) => ids.flatMap((callId) => ({ callId, attempt: saved.started.get(callId) ?? 0 })),
  };
  return where === 'log' ? { log } : {};
};

const optionsIn = (saved: World, life: Life, where: Where): ProposalOptions => {
  const { state, kept } = saved;
  const spend = (decision: PersonDecision): Promise<boolean> =>
    life.step('spend', () => saved.spent.size !== saved.spent.add(decision).size);
  return {
    ...atOnce,
    ...startsIn(saved, life, where),
    approvals: decisionsOf(saved.decisions, { spend }),
    state: {
      snapshot: () => state.snapshot(),
      apply: (mutations) => life.step('apply', () => state.apply(mutations)),
      restore: (snapshot) => life.step('restore', () => state.restore(snapshot)),
    },
    onResume: (resume) =>
      life.step('keep', () => {
        saved.kept = JSON.stringify(resume);
      }),
    // What was kept is a resume.
    ...(kept === undefined ? {} : { resume: JSON.parse(kept) as ProposalResume }),
  };
};

/** Runs the proposal, over as many lives as it takes; people approve whatever they are asked. */
const runOverCrashes = async (saved: World, lives: readonly Life[], where: Where) => {
  const actions = saved.all.map(({ action }) => action);
  const died = new Set<string>();
  for (const life of [...lives, ...saved.all.map(() => new Life(-1, false)), new Life(-1, false)]) {
    const executor = toolsIn(saved, life);
    const options = optionsIn(saved, life, where);
    let result: ProposalResult | undefined;
    try {
      result = await runProposal({ executor, proposal: { id: 'p', actions }, options });
    } catch (error) {
      if (life.diedAt === undefined) throw error;
    }
    if (life.diedAt !== undefined) died.add(life.diedAt);
    else if (result?.status === 'paused') {
      saved.decisions.push(...result.pending.map((request) => ({ request, answer: 'approve' as const })));
    } else if (result !== undefined) return { result, died };
  }
  throw new Error('it never ends');
};

const checkEffects = ({ byId, effects }: World): void => {
  const last = new Map<string, number>();
  for (const { id, attempt } of effects) {
    const one = byId.get(id);
    if (one === undefined) throw new Error(id);
    const before = last.get(id) ?? 0;
    expect(attempt, `${id} starts a try twice`).toBeGreaterThan(before);
    last.set(id, attempt);
    if (one.action.tool !== 'plain') continue;
    expect(attempt, `${id} leaves out a try`).toBe(before + 1);
    expect(licensed(one, attempt), `${id}#${attempt} has a licence`).toBe(true);
  }
};

const checkResults = ({ effects, all }: World, result: ProposalResult): void => {
  for (const one of result.actions) {
    const ran = effects.filter(({ id }) => id === `p/${one.id}`).map(({ attempt }) => attempt);
    if (one.status === 'executed') expect(ran).toContain(one.attempts);
    expect(one.attempts, `${one.id} hides a try`).toBeGreaterThanOrEqual(Math.max(0, ...ran));
    if (ran.length > 0) expect(['executed', 'failed', 'not-run']).toContain(one.status);
  }
  expect(result.actions.map(({ id }) => id)).toEqual(all.map(({ action }) => action.id));
};

const checkState = ({ all, state }: World, result: ProposalResult): void => {
  const byId = new Map(result.actions.map((one) => [one.id, one]));
  const expected: Record<string, unknown> = { x: 'before' };
  const order = levelsOf(all.map(({ action }) => action)).levels.flat();
  for (const { id } of result.status === 'completed' ? order : []) {
    const one = byId.get(id);
    if (one?.status === 'executed') Object.assign(expected, one.execution.mutations);
  }
  expect(state.snapshot()).toEqual(expected);
};

it.each<Where>(['journal', 'log', 'resume'])(
  'over crashes at any step nothing runs twice that is not harmless, and the state is a fold or what it was (%s)',
  async (where) => {
    const seen = new Set<string>();
    const life = fc.record({ steps: fc.nat({ max: 14 }), after: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(randomProposal, fc.array(life, { maxLength: 8 }), async (all, lives) => {
        const saved = world(all);
        const mortal = lives.map(({ steps, after }) => new Life(steps, after));
        const { result, died } = await runOverCrashes(saved, mortal, where);
        checkEffects(saved);
        checkResults(saved, result);
        checkState(saved, result);
        for (const at of died) seen.add(at).add(`${result.status} after a crash`);
        for (const one of result.actions) {
          if (one.status === 'failed' && one.failure.code === 'interrupted') seen.add('unknown');
          if (one.status === 'executed' && died.size > 0 && one.attempts > 1) seen.add('again');
        }
      }),
      { numRuns: 300 },
    );
    // The property has looked at every kind of crash.
    const starts = { journal: 'append', log: 'log', resume: 'keep' }[where];
    const steps: readonly string[] = ['keep', 'spend', 'tool starts', 'tool ends', 'apply', 'restore', starts];
    const ends = ['completed after a crash', 'aborted after a crash', 'unknown', 'again'];
    expect([...seen]).toEqual(expect.arrayContaining([...steps, ...ends]));
  },
);
