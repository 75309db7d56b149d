import type { ToolExecutor } from '@pawl/core';
import { show } from '../compare/show.js';
import { scopeFrom } from '../generate/sentinel.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import { unbound } from '../probe/probe.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';

type ForWorker = ToolExecutor['forWorker'];

const failing = (salt: number, known: number): { readonly how: string; readonly forWorker: ForWorker } => {
  const error = new Error('no room for a worker');
  const ways: readonly { readonly how: string; readonly forWorker: ForWorker }[] = [
    { how: 'rejects', forWorker: () => Promise.reject(error) },
    {
      how: 'throws at once',
      forWorker: () => {
        throw error;
      },
    },
    // What no executor may answer: the fault itself.
    { how: 'answers nothing', forWorker: () => Promise.resolve(undefined as never) },
  ];
  return ways[salt % Math.min(known, ways.length)] ?? { how: 'rejects', forWorker: () => Promise.reject(error) };
};

/** The executors under test, one of whose sources cannot make a worker. */
const subjectsOf = async (
  trial: Trial,
  forWorker: ForWorker,
): Promise<readonly { readonly name: string; readonly outer: ToolExecutor }[]> => {
  const { subject, scenario } = trial;
  if (subject.kind !== 'composite') {
    return trial.world({ base: (base) => ({ ...unbound(base), forWorker }) }).stations.toReversed();
  }
  let index = 0;
  const failingAt = (scenario.salt >> 3) % 2;
  const { outer } = await trial.composite({
    workers: ['rooted', 'rooted', 'no-workspace'],
    base: (base) => (index++ === failingAt ? { ...unbound(base), forWorker } : base),
  });
  return [{ name: subject.name, outer }];
};

/** WRK-05. */
export const workerFailureRefuses: Law = lawOf({
  id: 'WRK-05',
  slug: 'worker-failure-refuses',
  subjects: ['wrapper', 'chain', 'composite'],
  statement: 'Where the inner, or one of the sources, cannot make a worker, there is none: a rejection or a refusal.',
  intent:
    'A failure that becomes "nothing to re-root", or the executor at hand, sends the worker into its parent\'s files.',
  whereToLook: 'a `catch` around `forWorker`, a `default` of the switch on its `kind`, `allSettled` over the sources',
  members: ['forWorker'],
  check: async (trial) => {
    const { how, forWorker } = failing(trial.scenario.salt >> 4, trial.subject.kind === 'composite' ? 2 : 3);
    for (const { name, outer } of await subjectsOf(trial, forWorker)) {
      const { value, error } = await answerOf(outer, 'forWorker', [scopeFrom(trial.scenario.salt, 1)], trial.waiting);
      trial.tell();
      if (error !== undefined || typeof value !== 'object' || value === null) continue;
      const kind: unknown = Reflect.get(value, 'kind');
      const executor: unknown = Reflect.get(value, 'executor');
      if (kind !== 'no-workspace' && (kind !== 'rooted' || executor === undefined)) continue;
      violate('forWorker', name, {
        expected: `a rejection or \`refused\`, where ${trial.subject.kind === 'composite' ? 'one source' : 'the inner'} ${how}`,
        but: `it answers ${show(kind)}`,
        evidence: 'the caller goes on with an executor that was not made for the worker',
      });
    }
  },
});
