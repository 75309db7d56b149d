import { type ExecutorMember, isToolFailure, type ToolCall, type ToolFailure } from '@pawl/core';
import { show } from '../compare/show.js';
import { callFrom } from '../generate/call-from.js';
import { anyFailure } from '../generate/faults.js';
import { hash } from '../generate/hash.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { touchOf } from '../law/stations-of.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import type { Station } from '../world/world.js';
import { lawOf } from './law-of.js';

const failureFor = (call: ToolCall, salt: number): ToolFailure => anyFailure(hash(salt, call.tool, call.id));

const isSame = (one: ToolFailure, other: ToolFailure): boolean =>
  (['message', 'code', 'outcome', 'terminal'] as const).every((field) => Object.is(one[field], other[field]));

const requireSame = (layer: string, member: ExecutorMember, before: ToolFailure, after: unknown): void => {
  const report = (expected: string, but: string): never => violate(member, layer, { expected, but });
  if (!isToolFailure(after)) {
    const success = !(after instanceof Error) && after !== undefined;
    report(
      success ? 'a failure to stay a failure' : 'a `ToolFailure`, the one error that may come out',
      success ? `it became a success: ${show(after)}` : `${show(after)} came out`,
    );
    return;
  }
  for (const field of ['terminal', 'code', 'outcome'] as const) {
    if (!Object.is(before[field], after[field])) {
      report(`\`${field}\` of the failure to survive: ${show(before[field])}`, `it is ${show(after[field])}`);
    }
  }
  if (after.cause === undefined) report('the `cause` of the failure to survive', 'it is gone');
  if (after.output === undefined) report("the failure's own `output` to survive", 'it is gone');
};

const last = (chunks: unknown): unknown => (Array.isArray(chunks) ? chunks.at(-1) : undefined);

const checkStation = async (trial: Trial, station: Station, call: ToolCall, failure: ToolFailure): Promise<void> => {
  const { name, outer, probe } = station;
  const reached = async (member: ExecutorMember, args: readonly unknown[]): Promise<{ after: unknown } | undefined> => {
    // Where a layer below refuses on its own, the base's failure never gets here.
    const below = await answerOf(probe, member, args, trial.waiting);
    if (isToolFailure(below.error) && !isSame(below.error, failure)) return undefined;
    probe.clear();
    const { value, error } = await answerOf(outer, member, args, trial.waiting);
    return probe.of(member).length === 0 && touchOf(station, member) !== undefined
      ? undefined
      : { after: value ?? error };
  };
  const unary = await reached('execute', [call]);
  if (unary !== undefined) requireSame(name, 'execute', failure, unary.after);
  const streamed = await reached('executeStream', [call]);
  if (streamed !== undefined) {
    const chunk: unknown = last(streamed.after);
    const inside =
      typeof chunk === 'object' && chunk !== null
        ? (Reflect.get(chunk, 'failure') ?? Reflect.get(chunk, 'threw') ?? chunk)
        : streamed.after;
    requireSame(name, 'executeStream', failure, inside);
  }
  const posted = await reached('postDispatch', [call, failure]);
  if (posted !== undefined) requireSame(name, 'postDispatch', failure, posted.after);
  trial.tell();
};

const checkExecutor = async (trial: Trial): Promise<void> => {
  const executor = await trial.executor();
  for (const tool of trial.scenario.unknown) {
    const { call } = callFrom(`${tool}?`, trial.scenario.salt);
    const { value, error } = await answerOf(executor, 'execute', [call], trial.waiting);
    if (error === undefined || !isToolFailure(error)) {
      violate('execute', trial.subject.name, {
        expected: `a call of ${show(call.tool)}, which nobody has, to reject with a \`ToolFailure\``,
        but: error === undefined ? `it answered ${show(value)}` : `it threw ${show(error)}`,
      });
    }
    trial.tell();
  }
};

/** ERR-01. */
export const failuresStay: Law = lawOf({
  id: 'ERR-01',
  slug: 'failures-stay',
  subjects: ['executor', 'wrapper', 'chain', 'composite'],
  statement:
    'A terminal failure stays terminal, a failure never becomes a success, `code`, `outcome` and `cause` survive.',
  intent:
    'A failure that looks like a success is acted upon; one that looks repeatable is repeated, and its effect with it.',
  whereToLook: 'the `catch` around the inner, and what `postDispatch` makes of a failure: use `failure.with({ … })`',
  members: ['execute', 'executeStream', 'postDispatch'],
  check: async (trial) => {
    const { subject, scenario } = trial;
    if (subject.kind === 'executor') return checkExecutor(trial);
    const failing = (call: ToolCall): ToolFailure => failureFor(call, scenario.salt);
    const answers = {
      execute: failing,
      stream: (call: ToolCall) => [{ kind: 'error', failure: failing(call) } as const],
      postDispatch: <T>(_call: ToolCall, outcome: T) => outcome,
    };
    if (subject.kind === 'composite') {
      const { outer, tools } = await trial.composite({ answers });
      for (const { offered, own } of tools) {
        const { call } = callFrom(offered, scenario.calls[0]?.salt ?? 0);
        const { value, error } = await answerOf(outer, 'execute', [call], trial.waiting);
        requireSame(subject.name, 'execute', failing({ ...call, tool: own }), value ?? error);
        trial.tell();
      }
      return;
    }
    const world = trial.world({ answers });
    for (const station of world.stations) {
      for (const seed of scenario.calls) {
        const { call } = callFrom(trial.toolOf(seed), seed.salt);
        if (world.base.owns(call.tool) && station.probe.owns(call.tool))
          await checkStation(trial, station, call, failing(call));
      }
    }
  },
});
