import { executorMembers, type ToolExecutor, type WorkerScope } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import { callFrom } from '../generate/call-from.js';
import { scopeFrom } from '../generate/sentinel.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Probe } from '../probe/probe.js';
import type { CompositeSubject } from '../subject/subject.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';
import { partingOf } from './same-answers.js';

/** One source of a composite, or of its worker. */
interface Part {
  readonly name: string;
  readonly probe: Probe;
}

/** A composite, or its worker, over the parts that it is made of. */
interface Level {
  readonly outer: ToolExecutor;
  readonly parts: readonly Part[];
}

const kinds = ['no-workspace', 'rooted'] as const;

const requireScope = (subject: CompositeSubject, { name, probe }: Part, given: WorkerScope): void => {
  const heard = probe.of('forWorker');
  const scope = heard[0]?.args[0] as WorkerScope | undefined; // the first argument that arrived
  // The worker of a source may be named after it.
  const wrong =
    heard.length !== 1 || scope === undefined
      ? `it was asked ${heard.length} times`
      : (difference(given, { ...scope, workerId: given.workerId }) ??
        (String(scope.workerId).includes(given.workerId) ? undefined : `for worker ${show(scope.workerId)}`));
  if (wrong === undefined) return;
  violate('forWorker', subject.name, {
    expected: `source ${name} to be asked once, with the whole scope ${show(given)}`,
    but: wrong,
  });
};

const requireSeeds = (subject: CompositeSubject, parts: readonly Part[], seeded: unknown): void => {
  const due = parts.flatMap(({ probe }) =>
    probe.of('forWorker').flatMap(({ answer }) => {
      const root: unknown = answer !== undefined && 'value' in answer ? answer.value : undefined;
      const own: unknown = typeof root === 'object' && root !== null ? Reflect.get(root, 'seeded') : undefined;
      return Array.isArray(own) ? own.map(String) : [];
    }),
  );
  const said = Array.isArray(seeded) ? seeded.map(String) : [];
  const missing = due.find((path) => !said.some((other) => other.endsWith(path)));
  const extra = said.find((path) => !due.some((other) => path.endsWith(other)));
  if (missing === undefined && extra === undefined) return;
  violate('forWorker', subject.name, {
    expected: `\`seeded\` to list what every source has copied: ${show(due)}`,
    but: missing === undefined ? `${show(extra)} was copied by none` : `${show(missing)} is missing`,
  });
};

/** Makes the worker of one level, and checks it against the composite put together anew over the workers of its parts. */
const descend = async (trial: Trial, subject: CompositeSubject, level: Level, depth: number): Promise<Level> => {
  const { scenario } = trial;
  const scope = scopeFrom(scenario.salt + 1, depth);
  const before = level.parts.map(({ probe }) => probe.workers.length);
  for (const { probe } of level.parts) probe.clear();
  const { value, error } = await answerOf(level.outer, 'forWorker', [scope], trial.waiting);
  const root = value as { executor?: ToolExecutor; seeded?: unknown } | undefined; // looked at before it is believed
  if (root?.executor === undefined) {
    return violate('forWorker', subject.name, {
      expected: `a rooted worker at depth ${depth}, as a source has one`,
      but: error === undefined ? `it answers ${show(value)}` : `it failed with ${show(error)}`,
    });
  }
  for (const part of level.parts) requireScope(subject, part, scope);
  requireSeeds(subject, level.parts, root.seeded);
  const parts = level.parts.map(({ name, probe }, index) => ({
    name,
    probe: probe.workers[before[index] ?? 0] ?? probe,
  }));
  const model = await subject.create(parts.map(({ name, probe }) => ({ name, executor: probe })));
  const names = [...trial.names, ...level.outer.specs().map((spec) => spec.name)];
  const calls = level.outer.specs().map(({ name }) => callFrom(name, scenario.calls[0]?.salt ?? 0).call);
  const alike = { names, calls, want: model };
  const parting = await partingOf(trial, { ...alike, got: root.executor });
  trial.tell();
  if (parting !== undefined && (await partingOf(trial, { ...alike, got: model })) === undefined) {
    const { member, args, want, got, how } = parting;
    violate('forWorker', subject.name, {
      expected: `the worker at depth ${depth} to answer \`${member}\` about ${show(args[0])} as the composite of its sources' workers: ${show(want.error ?? want.value)}`,
      but: `it answers ${show(got.error ?? got.value)} (${how})`,
      evidence: 'a source without a workspace is shared; every other one answers through its own worker',
    });
  }
  return { outer: root.executor, parts };
};

/** CMP-03. */
export const compositeWorkers: Law = lawOf({
  id: 'CMP-03',
  slug: 'composite-workers',
  subjects: ['composite'],
  statement:
    "A composite's worker answers, member by member and at every depth, as the composite of its sources' workers; each source gets the scope, and its seeds are told.",
  intent: "One source that stays the parent's lets a worker that looks isolated write where its parent does.",
  whereToLook: '`forWorker` of the composite: ask every source, put their workers together, concatenate `seeded`',
  members: [...executorMembers],
  check: async (trial) => {
    const { subject, scenario } = trial;
    if (subject.kind !== 'composite') return;
    const first = scenario.salt % 3;
    const workers = [0, 1, 2].map((index) =>
      index === first % 2 ? 'rooted' : (kinds[(scenario.salt >> index) % 2] ?? 'rooted'),
    );
    const world = await trial.composite({ workers });
    let level: Level = { outer: world.outer, parts: world.sources };
    for (let depth = 1; depth <= Math.max(1, scenario.depth); depth++)
      level = await descend(trial, subject, level, depth);
  },
});
