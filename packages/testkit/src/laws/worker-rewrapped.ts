import { type ExecutorMember, executorMembers, type ToolExecutor } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import { callFrom } from '../generate/call-from.js';
import { scopeFrom } from '../generate/sentinel.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { Violation } from '../law/violation.js';
import type { Probe } from '../probe/probe.js';
import type { Trial } from '../world/trial.js';
import type { Station } from '../world/world.js';
import { lawOf } from './law-of.js';
import { unlicensedOfWorker } from './worker-license.js';

const names: readonly ExecutorMember[] = [
  'owns',
  'needsApproval',
  'cacheableApproval',
  'requiredCapabilities',
  'ingestsUntrustedContent',
];
const calls: readonly ExecutorMember[] = executorMembers.slice(7, 13);

interface Pair {
  /** What the inner handed out. */
  readonly inner: ToolExecutor;
  readonly worker: ToolExecutor;
  /** The layer, put anew around the worker's inner: what the worker's executor has to be. */
  readonly model: ToolExecutor;
}

const requireSame = async (trial: Trial, station: Station, depth: number, pair: Pair): Promise<void> => {
  const compare = async (member: ExecutorMember, args: readonly unknown[]): Promise<void> => {
    const want = await answerOf(pair.model, member, args, trial.waiting);
    const got = await answerOf(pair.worker, member, args, trial.waiting);
    const wrong = unlicensedOfWorker(station, { member, args }, want, got);
    if (wrong === undefined) return;
    const bare = await answerOf(pair.inner, member, args, trial.waiting);
    const unwrapped = difference(bare, got) === undefined;
    throw new Violation({
      member: 'forWorker',
      layer: station.name,
      expected: `the worker's executor at depth ${depth} to answer \`${member}\` as the layer does around the worker's inner`,
      but: `asked about ${show(args[0])}, it differs: ${wrong}`,
      evidence: unwrapped
        ? `the worker's executor answers as its bare inner does: ${station.name} was not put around it`
        : 'the layer was put around the worker once more, and that one answers as expected',
    });
  };
  await compare('specs', []);
  for (const name of trial.names) for (const member of names) await compare(member, [name]);
  for (const seed of trial.scenario.calls) {
    const { call } = callFrom(trial.toolOf(seed), seed.salt);
    const outcome = trial.world({ around: 'none' }).base.answers.execute(call);
    for (const member of calls) await compare(member, member === 'postDispatch' ? [call, outcome] : [call]);
  }
};

const descend = async (trial: Trial, station: Station): Promise<void> => {
  let outer = station.outer;
  let probe: Probe = station.probe;
  for (let depth = 1; depth <= Math.max(1, trial.scenario.depth); depth++) {
    const before = probe.workers.length;
    const { value, error } = await answerOf(outer, 'forWorker', [scopeFrom(trial.scenario.salt, depth)], trial.waiting);
    const root = value as { kind?: unknown; executor?: ToolExecutor } | undefined; // looked at before it is believed
    const innerWorker = probe.workers[before];
    if (root?.kind !== 'rooted' || root.executor === undefined || innerWorker === undefined) {
      throw new Violation({
        member: 'forWorker',
        layer: station.name,
        expected: "a rooted worker, made by the inner's `forWorker`",
        but: error === undefined ? `it answers ${show(root?.kind)}` : `it failed with ${show(error)}`,
        evidence: innerWorker === undefined ? 'the inner was never asked' : 'the inner was asked and answered `rooted`',
      });
    }
    trial.tell();
    await requireSame(trial, station, depth, {
      inner: innerWorker,
      worker: root.executor,
      model: station.rewrap(innerWorker),
    });
    outer = root.executor;
    probe = innerWorker;
  }
};

/** WRK-02. */
export const workerRewrapped: Law = lawOf({
  id: 'WRK-02',
  slug: 'worker-rewrapped',
  subjects: ['wrapper', 'chain'],
  statement: "A worker's executor keeps every law of the layer again, at every depth.",
  intent: 'A layer that is not put around the worker is a layer that a delegated agent can walk around.',
  whereToLook: "the wrapper's `forWorker`: wrap the executor that the inner hands back, with fresh state",
  members: [...executorMembers],
  needs: [],
  check: async (trial) => {
    const world = trial.world({ worker: 'rooted' });
    for (const station of world.stations) await descend(trial, station);
  },
});
