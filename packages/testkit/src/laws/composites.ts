import { type ExecutorMember, executorMembers, isCapabilitySet, isSubset, toolCall } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import { callFrom } from '../generate/call-from.js';
import { scopeFrom } from '../generate/sentinel.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { CompositeSubject } from '../subject/subject.js';
import type { CompositeWorld } from '../world/composite-world.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';

const onNames: readonly ExecutorMember[] = [
  'owns',
  'needsApproval',
  'cacheableApproval',
  'requiredCapabilities',
  'ingestsUntrustedContent',
];
const onCalls: readonly ExecutorMember[] = [
  'preDispatch',
  'sandboxWouldDeny',
  'execute',
  'executeStream',
  'postDispatch',
];

/** Whether an answer is at least as strict as the owner's. */
const isStricter = (member: ExecutorMember, owner: unknown, answer: unknown): boolean => {
  if (member === 'requiredCapabilities')
    return isCapabilitySet(owner) && isCapabilitySet(answer) && isSubset(owner, answer);
  return answer === (member !== 'cacheableApproval' && member !== 'owns');
};

const touches = (subject: CompositeSubject, member: ExecutorMember): string | undefined =>
  new Map<string, string>(Object.entries(subject.touches)).get(member);

const compareNames = async (trial: Trial, subject: CompositeSubject, world: CompositeWorld): Promise<void> => {
  for (const { offered, own, source } of world.tools) {
    for (const member of onNames) {
      const want = await answerOf(source.sentinel, member, [own], trial.waiting);
      const got = await answerOf(world.outer, member, [offered], trial.waiting);
      trial.tell();
      if (difference(want, got) === undefined) continue;
      const touch = touches(subject, member);
      if (touch === 'rewrites' || (touch !== undefined && isStricter(member, want.value, got.value))) continue;
      violate(member, subject.name, {
        expected: `${show(want.value)} for ${show(offered)}, as its owner ${source.name} answers`,
        but: got.error === undefined ? `it answers ${show(got.value)}` : `it failed with ${show(got.error)}`,
        evidence: source.probe.of(member).length === 0 ? 'the owner was never asked' : 'the owner was asked',
      });
    }
  }
};

const compareCalls = async (trial: Trial, subject: CompositeSubject, world: CompositeWorld): Promise<void> => {
  const [seed] = trial.scenario.calls;
  for (const { offered, own, source } of world.tools) {
    const { call } = callFrom(offered, seed?.salt ?? 0);
    const below = toolCall({ ...call, tool: own });
    for (const member of onCalls) {
      if (touches(subject, member) !== undefined) continue;
      const outcome = source.sentinel.answers.execute(below);
      const args = member === 'postDispatch' ? [outcome] : [];
      const want = await answerOf(source.sentinel, member, [below, ...args], trial.waiting);
      const got = await answerOf(world.outer, member, [call, ...args], trial.waiting);
      trial.tell();
      const wrong = difference(want, got);
      if (wrong === undefined) continue;
      violate(member, subject.name, {
        expected: `the answer of ${show(offered)}'s owner ${source.name}: ${show(want.value ?? want.error)}`,
        but: wrong,
        evidence: source.probe.of(member).length === 0 ? 'the owner was never asked' : 'the owner was asked',
      });
    }
  }
};

const compareCatalogue = async (trial: Trial, subject: CompositeSubject, world: CompositeWorld): Promise<void> => {
  const names = world.outer.specs().map(({ name }) => name);
  const missing = world.tools.find(({ offered }) => !names.includes(offered));
  if (missing !== undefined)
    violate('specs', subject.name, {
      expected: `${show(missing.offered)} of ${missing.source.name} to be advertised`,
      but: 'it is missing',
    });
  const extra = names.find((name) => !world.tools.some(({ offered }) => offered === name));
  if (extra !== undefined)
    violate('specs', subject.name, { expected: 'only tools of the sources', but: `${show(extra)} is advertised too` });
  const { call } = callFrom(trial.scenario.unknown[0] ?? 'nothing', 0);
  const { value } = await answerOf(world.outer, 'recoverUnadvertised', [call], trial.waiting);
  const found: readonly unknown[] = Array.isArray(value) ? value.map((spec) => spec?.name) : [];
  for (const { sentinel, name } of world.sources) {
    for (const spec of await sentinel.recoverUnadvertised(call)) {
      if (found.includes(subject.rename(name, spec.name)) || touches(subject, 'recoverUnadvertised') !== undefined)
        continue;
      violate('recoverUnadvertised', subject.name, {
        expected: `what ${name} recovers, ${show(spec.name)}`,
        but: `it recovers ${show(found)}`,
      });
    }
  }
};

/** CMP-01. */
export const ownerAnswers: Law = lawOf({
  id: 'CMP-01',
  slug: 'owner-answers',
  subjects: ['composite'],
  statement: 'Every member of a composite answers as the owner of the name does.',
  intent: 'A composite that answers for its sources speaks for tools it knows nothing about.',
  whereToLook: 'the member of the composite: find the owner of the name, and ask it',
  members: executorMembers.filter((member) => member !== 'onSpecsChange'),
  minimumCoverage: 100,
  check: async (trial) => {
    if (trial.subject.kind !== 'composite') return;
    const world = await trial.composite();
    await compareNames(trial, trial.subject, world);
    await compareCalls(trial, trial.subject, world);
    await compareCatalogue(trial, trial.subject, world);
    await compareWorkers(trial, trial.subject);
  },
});

const kinds = ['no-workspace', 'rooted', 'refused'] as const;

const compareWorkers = async (trial: Trial, subject: CompositeSubject): Promise<void> => {
  const { salt } = trial.scenario;
  const workers = [0, 1, 2].map((index) => kinds[(salt >> (index * 2)) % 3] ?? 'rooted');
  const world = await trial.composite({ workers });
  const own = workers.slice(0, world.sources.length);
  const want = own.includes('refused') ? 'refused' : own.includes('rooted') ? 'rooted' : 'no-workspace';
  const { value, error } = await answerOf(world.outer, 'forWorker', [scopeFrom(salt, 1)], trial.waiting);
  const root = value as { kind?: unknown; executor?: unknown } | undefined; // looked at before it is believed
  if (error !== undefined || root?.kind !== want) {
    violate('forWorker', subject.name, {
      expected: `${want}: its sources answer ${own.join(', ')}`,
      but: error === undefined ? `it answers ${show(root?.kind)}` : `it failed with ${show(error)}`,
    });
  }
};

/** CMP-02. */
export const duplicatesAreStated: Law = lawOf({
  id: 'CMP-02',
  slug: 'duplicates-are-stated',
  subjects: ['composite'],
  statement: 'A duplicate name is an error or follows a stated order, never the last one in.',
  intent: 'Whoever is registered last takes over a name that a person has learned to trust.',
  whereToLook: 'where the sources are put together: refuse a second owner, or keep the first',
  members: ['specs', 'owns', 'execute'],
  check: async (trial) => {
    if (trial.subject.kind !== 'composite') return;
    const { subject, scenario } = trial;
    const duplicate = scenario.tools[0]?.name ?? 'twice';
    if (subject.rename('alpha', duplicate) !== subject.rename('beta', duplicate)) return trial.tell();
    let world: CompositeWorld;
    try {
      world = await trial.composite({ duplicate });
      world.outer.specs();
    } catch (error) {
      trial.tell();
      if (subject.duplicates === 'error') return;
      return violate('specs', subject.name, {
        expected: `the first source to win ${show(duplicate)}`,
        but: `it threw ${show(error)}`,
      });
    }
    trial.tell();
    if (subject.duplicates === 'error') {
      violate('specs', subject.name, {
        expected: `an error: alpha and beta both have ${show(duplicate)}`,
        but: 'one of them took the name over',
      });
    }
    const offered = subject.rename('alpha', duplicate);
    const { call } = callFrom(offered, 0);
    for (const { probe } of world.sources) probe.clear();
    await answerOf(world.outer, 'execute', [call], trial.waiting);
    const ran = world.sources.filter(({ probe }) => probe.of('execute').length > 0).map(({ name }) => name);
    if (ran.join() !== 'alpha')
      violate('execute', subject.name, {
        expected: `alpha, the first, to run ${show(offered)}`,
        but: `${ran.join(' and ') || 'nobody'} ran it`,
      });
    const twice = world.outer.specs().filter(({ name }) => name === offered).length;
    if (twice !== 1)
      violate('specs', subject.name, {
        expected: `${show(offered)} to be listed once`,
        but: `it is listed ${twice} times`,
      });
  },
});
