import { type ExecutorMember, isToolFailure, type ToolExecutor } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import { callFrom } from '../generate/call-from.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';

/** An executor under test and what the kit knows to lie below it. */
interface Under {
  readonly name: string;
  readonly outer: ToolExecutor;
  /** Whether the last question arrived at the inner: a layer may refuse on its own. */
  readonly reached: (member: ExecutorMember) => boolean;
  /** Forgets which questions arrived. */
  readonly clear: () => void;
  /** What the inner answers to the same question. */
  readonly below: (member: ExecutorMember, args: readonly unknown[]) => Promise<unknown>;
}

const extra = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, 'vendorField') : undefined;

const requireKept = (under: Under, member: ExecutorMember, what: string, before: unknown, after: unknown): void => {
  const wrong = difference(extra(before), extra(after));
  if (wrong === undefined) return;
  violate(member, under.name, {
    expected: `a field that the contract does not know to survive in ${what}: \`vendorField\` ${show(extra(before))}`,
    but: extra(after) === undefined ? 'it is gone' : `it is ${show(extra(after))}`,
    evidence: `${under.name} rebuilds ${what} field by field`,
  });
};

const checkSpecs = async (trial: Trial, under: Under): Promise<void> => {
  const below = new Map(
    (((await under.below('specs', [])) ?? []) as readonly { name: string }[]).map((spec) => [spec.name, spec]),
  );
  const { value } = await answerOf(under.outer, 'specs', [], trial.waiting);
  for (const spec of Array.isArray(value) ? value : []) {
    const before = below.get(spec?.name);
    if (before === undefined) continue;
    if (extra(before) !== undefined) trial.tell();
    requireKept(under, 'specs', 'definitions', before, spec);
  }
};

// Text may be cut anew by a layer that looks across chunks; everything else is one for one.
const whole = (chunks: unknown): readonly object[] =>
  (Array.isArray(chunks) ? chunks : []).filter((chunk) => chunk?.kind !== 'text' && chunk?.threw === undefined);

const checkStream = (under: Under, before: unknown, after: unknown): void => {
  const [inner, outer] = [whole(before), whole(after)];
  if (outer.length === 0 && inner.length > 0) return;
  inner.forEach((chunk, index) => {
    requireKept(under, 'executeStream', 'chunks', chunk, outer[index]);
    for (const part of ['result', 'failure']) {
      const held: unknown = Reflect.get(chunk, part);
      if (held !== undefined)
        requireKept(under, 'executeStream', 'the last chunk', held, Reflect.get(outer[index] ?? {}, part));
    }
  });
};

const checkCall = async (trial: Trial, under: Under, tool: string, salt: number): Promise<void> => {
  const { call } = callFrom(tool, salt);
  const before = await under.below('execute', [call]);
  under.clear();
  const ran = await answerOf(under.outer, 'execute', [call], trial.waiting);
  const reached = under.reached('execute');
  if (reached && extra(before) !== undefined) {
    trial.tell();
    requireKept(under, 'execute', isToolFailure(before) ? 'failures' : 'executions', before, ran.value ?? ran.error);
    const stream = await answerOf(under.outer, 'executeStream', [call], trial.waiting);
    if (stream.error === undefined) checkStream(under, await under.below('executeStream', [call]), stream.value);
    const after = await answerOf(under.outer, 'postDispatch', [call, before], trial.waiting);
    requireKept(under, 'postDispatch', 'outcomes', before, after.value);
  }
};

/** FWD-21. */
export const unknownFields: Law = lawOf({
  id: 'FWD-21',
  slug: 'unknown-fields',
  subjects: ['wrapper', 'chain', 'composite'],
  statement: 'Unknown fields of specs, executions, failures and chunks survive.',
  intent:
    'Fields that a layer does not know belong to somebody: rebuilding a result drops what a client further out needs.',
  whereToLook:
    'where the wrapper makes a result: copy and change it, `{ ...execution, output }`, `failure.with({ … })`',
  members: ['specs', 'execute', 'executeStream', 'postDispatch'],
  check: async (trial) => {
    const { subject } = trial;
    const unders: Under[] = [];
    const asked = async (
      executor: ToolExecutor,
      member: ExecutorMember,
      args: readonly unknown[],
    ): Promise<unknown> => {
      const { value, error } = await answerOf(executor, member, args, trial.waiting);
      return value ?? error;
    };
    if (subject.kind === 'composite') {
      const { outer, sources, tools } = await trial.composite();
      const owner = (args: readonly unknown[]): ToolExecutor | undefined =>
        tools.find(({ offered }) => offered === Reflect.get(args[0] as object, 'tool'))?.source.sentinel; // calls come first
      unders.push({
        name: subject.name,
        outer,
        reached: (member) => sources.some(({ probe }) => probe.of(member).length > 0),
        clear: () => {
          for (const { probe } of sources) probe.clear();
        },
        below: async (member, args) => {
          if (member === 'specs') return sources.flatMap(({ sentinel }) => sentinel.specs());
          const source = owner(args);
          return source === undefined ? undefined : asked(source, member, args);
        },
      });
    } else {
      for (const { name, outer, probe } of trial.world().stations) {
        unders.push({
          name,
          outer,
          reached: (member) => probe.of(member).length > 0,
          clear: () => probe.clear(),
          below: (member, args) => asked(probe, member, args),
        });
      }
    }
    for (const under of unders) {
      await checkSpecs(trial, under);
      for (const seed of trial.scenario.calls) await checkCall(trial, under, trial.toolOf(seed), seed.salt);
    }
  },
});
