import { type ExecutorMember, executorMembers, type ToolCall, type ToolExecutor, type WorkerScope } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import { callFrom } from '../generate/call-from.js';
import { scopeFrom } from '../generate/sentinel.js';
import { type Answer, answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Probe } from '../probe/probe.js';
import type { Trial } from '../world/trial.js';
import type { Station, World } from '../world/world.js';
import { lawOf } from './law-of.js';
import { callMembers } from './lived-history.js';
import { partingOf } from './same-answers.js';
import { unlicensedOfWorker } from './worker-license.js';

/** Scopes of one id that are not the same scope. */
const scopesFrom = (salt: number, depth: number): readonly [WorkerScope, WorkerScope] => {
  const first = scopeFrom(salt, depth);
  const others: readonly WorkerScope[] = [
    { ...first, shareIn: [...first.shareIn, 'other.md'] },
    { ...first, ceiling: { ...first.ceiling, maxFiles: first.ceiling.maxFiles + 1 } },
    { ...first, ceiling: { ...first.ceiling, allow: [...first.ceiling.allow, 'src/**'] } },
    { ...first, workerId: `${first.workerId}b` },
  ];
  return [first, others[salt % others.length] ?? first];
};

interface Delegation {
  readonly scope: WorkerScope;
  readonly worker: ToolExecutor;
  /** What the inner made for it. */
  readonly inner: Probe;
}

/** Asks for both workers, one after the other or at the same time. */
const delegate = async (
  trial: Trial,
  under: { readonly name: string; readonly outer: ToolExecutor; readonly probe: Probe },
  scopes: readonly WorkerScope[],
): Promise<readonly Delegation[]> => {
  const { name, outer, probe } = under;
  const before = probe.workers.length;
  const ask = (scope: WorkerScope): Promise<Answer> => answerOf(outer, 'forWorker', [scope], trial.waiting);
  const answers: Answer[] = [];
  if (trial.scenario.salt % 2 === 0) answers.push(...(await Promise.all(scopes.map(ask))));
  else for (const scope of scopes) answers.push(await ask(scope));
  const made = probe.workers.slice(before);
  return scopes.map((scope, index) => {
    const { value, error } = answers[index] ?? {};
    const worker: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'executor') : undefined;
    const inner = made.find((item) => difference(scope, item.scope) === undefined);
    if (typeof worker === 'object' && worker !== null && inner !== undefined) {
      return { scope, inner, worker: worker as ToolExecutor }; // asked like any other: it shows what it is
    }
    return violate('forWorker', name, {
      expected: `a rooted worker for each of two scopes, made by the inner for ${show(scope)}`,
      but: error === undefined ? `it answers ${show(value)}` : `it failed with ${show(error)}`,
      evidence: `the inner was asked for ${made.length} of 2 workers with the scope that was given`,
    });
  });
};

const requireOwn = async (
  trial: Trial,
  what: { station: Station; world: World; calls: readonly ToolCall[]; depth: number },
  { worker, inner, scope }: Delegation,
): Promise<void> => {
  const { station, world, calls, depth } = what;
  const licence = (member: ExecutorMember, args: readonly unknown[], want: Answer, got: Answer): string | undefined =>
    unlicensedOfWorker(station, { member, args }, want, got);
  const ran = world.base.log.ran.length;
  const alike = { names: trial.names, calls, differs: licence };
  const parting = await partingOf(trial, { ...alike, want: station.rewrap(inner), got: worker });
  if (parting !== undefined) {
    // Two made anew that differ among themselves say nothing about a third.
    const own = await partingOf(trial, { ...alike, want: station.rewrap(inner), got: station.rewrap(inner) });
    if (own !== undefined) return;
    const { member, args, want, got, how } = parting;
    violate('forWorker', station.name, {
      expected: `the worker of ${show(scope.workerId)} at depth ${depth} to answer \`${member}\` about ${show(args[0])} as the layer around its own inner: ${show(want.error ?? want.value)}`,
      but: `it answers ${show(got.error ?? got.value)} (${how})`,
      evidence: 'the base of a worker answers otherwise than that of its parent, or of another worker',
    });
  }
  if (world.base.log.ran.length > ran) {
    violate('forWorker', station.name, {
      expected: `what the worker at depth ${depth} runs to run in its own inner alone`,
      but: `${world.base.log.ran.length - ran} calls ran in the base of its parent`,
    });
  }
};

/** WRK-06. */
export const workerIsItsOwn: Law = lawOf({
  id: 'WRK-06',
  slug: 'worker-is-its-own',
  subjects: ['wrapper', 'chain'],
  statement:
    "Every delegation makes a worker of its own: it answers from its own inner and knows nothing of its parent's past, at every depth.",
  intent:
    "A worker that is kept by its id, or asks its parent's executor, runs in other files and under other answers than it was given.",
  whereToLook: "the wrapper's `forWorker`: no table of workers by id, no closure over the parent's inner or its state",
  members: [...executorMembers],
  minimumCoverage: 100,
  check: async (trial) => {
    const { scenario, toolOf } = trial;
    const world = trial.world({ worker: 'rooted' });
    const calls = scenario.calls.slice(0, 2).map((seed) => callFrom(toolOf(seed), seed.salt).call);
    for (const station of world.stations.toReversed()) {
      let outer = station.outer;
      let probe = station.probe;
      for (let depth = 1; depth <= Math.max(1, scenario.depth); depth++) {
        // The parent has a past when it delegates.
        for (const call of calls) {
          for (const member of callMembers) {
            await answerOf(outer, member, member === 'postDispatch' ? [call, { output: 1 }] : [call], trial.waiting);
          }
        }
        const delegations = await delegate(
          trial,
          { name: station.name, outer, probe },
          scopesFrom(scenario.salt, depth),
        );
        for (const delegation of delegations) {
          await requireOwn(trial, { station, world, calls, depth }, delegation);
          trial.tell();
        }
        const last = delegations.at(-1);
        if (last === undefined) break;
        outer = last.worker;
        probe = last.inner;
      }
    }
  },
});
