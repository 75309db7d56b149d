import { type ExecutorMember, executorMembers, type ToolExecutor } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import { callFrom } from '../generate/call-from.js';
import { scopeFrom } from '../generate/sentinel.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { LayerModel } from '../layers/index.js';
import type { Trial } from '../world/trial.js';
import type { Level } from '../world/world.js';
import { lawOf } from './law-of.js';

const names = [
  'owns',
  'needsApproval',
  'cacheableApproval',
  'requiredCapabilities',
  'ingestsUntrustedContent',
] as const;

type Modelled = (typeof names)[number];

const touches = (level: Level, member: ExecutorMember): boolean => Object.hasOwn(level.touches, member);

const modelled = (model: LayerModel | undefined, member: Modelled, below: unknown, tool: string): unknown => {
  const rule = model?.[member] as ((below: unknown, tool: string) => unknown) | undefined; // `below` is this member's own answer
  return rule === undefined ? below : rule(below, tool);
};

const blame = (
  level: Level,
  below: Level,
  member: ExecutorMember,
  what: { tool: string; want: unknown; got: unknown },
): never =>
  violate(member, level.name, {
    expected: `${show(what.want)} for ${show(what.tool)}, what ${level.name} makes of the answer below it`,
    but: `it answers ${show(what.got)}`,
    evidence: `${below.name}, right below it, answers in accordance with its own model`,
  });

/** Every name question at every level, base first: each must be what the level's model makes of the answer below. */
const sweepNames = (trial: Trial, levels: readonly Level[]): void => {
  for (let index = levels.length - 2; index >= 0; index--) {
    const [level, below] = [levels[index], levels[index + 1]];
    if (level === undefined || below === undefined) continue;
    for (const member of names) {
      if (level.model === undefined && touches(level, member)) continue;
      for (const tool of trial.names) {
        const want = modelled(level.model, member, below.executor[member](tool), tool);
        const got: unknown = level.executor[member](tool);
        if (!Object.is(want, got)) blame(level, below, member, { tool, want, got });
      }
    }
    if (level.model === undefined && touches(level, 'specs')) continue;
    const beneath = below.executor.specs();
    const want = level.model?.specs?.(beneath) ?? beneath;
    const wrong = difference(want, level.executor.specs());
    if (wrong !== undefined) blame(level, below, 'specs', { tool: 'the catalogue', want: want.length, got: wrong });
  }
  trial.tell();
};

const sweepCall = async (trial: Trial, levels: readonly Level[]): Promise<void> => {
  const [seed] = trial.scenario.calls;
  if (seed === undefined) return;
  const { call } = callFrom(trial.toolOf(seed), seed.salt);
  for (let index = levels.length - 2; index >= 0; index--) {
    const [level, below] = [levels[index], levels[index + 1]];
    if (level === undefined || below === undefined) continue;
    for (const member of ['preDispatch', 'sandboxWouldDeny'] as const) {
      if (level.model === undefined && touches(level, member)) continue;
      const { value: beneath } = await answerOf(below.executor, member, [call], trial.waiting);
      const rule = level.model?.[member] as ((below: unknown, call: unknown) => unknown) | undefined; // this member's own answer
      const want = rule === undefined ? beneath : rule(beneath, call);
      const { value: got } = await answerOf(level.executor, member, [call], trial.waiting);
      if (difference(want, got) !== undefined) blame(level, below, member, { tool: call.tool, want, got });
    }
  }
};

/** Every level's executor for a worker. */
const workersOf = async (
  trial: Trial,
  levels: readonly Level[],
  depth: number,
): Promise<readonly Level[] | undefined> => {
  const scope = scopeFrom(trial.scenario.salt, depth);
  const workers: Level[] = [];
  for (const level of levels) {
    const { value } = await answerOf(level.executor, 'forWorker', [scope], trial.waiting);
    const root = value as { kind?: unknown; executor?: ToolExecutor } | undefined; // looked at before it is believed
    if (root?.kind !== 'rooted' || root.executor === undefined) {
      return violate('forWorker', level.name, {
        expected: `a rooted worker at depth ${depth}, as the base gives one`,
        but: `it answers ${show(root?.kind)}`,
      });
    }
    workers.push({ ...level, executor: root.executor });
  }
  return workers;
};

/** CHN-01. */
export const chainEqualsFold: Law = lawOf({
  id: 'CHN-01',
  slug: 'chain-equals-fold',
  subjects: ['wrapper', 'chain'],
  statement: "A chain equals the fold of its layers' models, member by member, at every depth.",
  intent: 'Each layer alone may look right, and the chain still lose an answer in its middle.',
  whereToLook: 'the level that is named: it answers something else than its model makes of the answer below',
  members: executorMembers.slice(0, 9),
  minimumCoverage: 100,
  check: async (trial) => {
    const { levels } = trial.world({ worker: 'rooted', probes: 'none' });
    sweepNames(trial, levels);
    await sweepCall(trial, levels);
    let workers: readonly Level[] | undefined = levels;
    // Workers cost as much again at every level, so a third of the runs has them.
    const depths = trial.scenario.salt % 3 === 0 ? trial.scenario.depth : 0;
    for (let depth = 1; depth <= depths && workers !== undefined; depth++) {
      workers = await workersOf(trial, workers, depth);
      if (workers !== undefined) sweepNames(trial, workers);
    }
  },
});
