import type { ExecutorMember } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import type { Heard } from '../probe/probe.js';
import type { Trial } from '../world/trial.js';
import type { Station } from '../world/world.js';
import { type Answer, answerOf } from './answer-of.js';
import { looksForgotten } from './by-default.js';
import { callDifference } from './call-difference.js';
import { Violation } from './violation.js';

/** What of an answer must be the same: a worker's executor is another object, and a law of its own looks at it. */
const comparable = (member: ExecutorMember, answer: Answer): unknown => {
  const { value } = answer;
  if (member === 'forWorker' && typeof value === 'object' && value !== null && 'executor' in value) {
    const { executor: _other, ...rest } = value;
    return { value: rest };
  }
  return answer;
};

const showAnswer = ({ value, error }: Answer): string =>
  error === undefined ? show(value) : `it failed with ${show(error)}`;

const shown = ({ value, error }: Answer): string => show(error ?? value);

const about = (args: readonly unknown[]): string => (args.length === 0 ? '' : ` about ${show(args[0])}`);

const evidenceOf = (heard: readonly Heard[], got: Answer, want: Answer): string => {
  if (heard.length > 0) return `the inner was asked ${heard.length === 1 ? 'once' : `${heard.length} times`}`;
  const forgotten = looksForgotten(got.value) ? `${show(got.value)} is the default of this member; ` : '';
  return `${forgotten}the inner was never asked, and it answers ${showAnswer(want)}`;
};

/** The clause that the inner is asked exactly once. */
export const countClause = 'count';

/**
 * Asks the layer and the executor under it, and requires that the question arrived exactly once, with the same arguments,
 * and that the answer came back unchanged. Returns the inner's answer.
 */
export const requireForwarded = async (
  trial: Trial,
  station: Station,
  member: ExecutorMember,
  args: readonly unknown[],
): Promise<Answer> => {
  const { probe, name } = station;
  probe.clear();
  const got = await answerOf(station.outer, member, args, trial.waiting);
  const heard = [...probe.of(member)];
  const want = await answerOf(probe, member, args, trial.waiting);
  const fail = (clause: string, expected: string, but: string): never => {
    throw new Violation({ member, layer: name, expected, but, clause, evidence: evidenceOf(heard, got, want) });
  };
  const changed = difference(comparable(member, want), comparable(member, got));
  if (changed !== undefined) {
    // Two long answers look alike where they are cut off, so what differs is said first.
    fail(
      'answer',
      `the inner's ${want.error === undefined ? 'answer' : 'failure'}${about(args)} unchanged: ${shown(want)}`,
      `${name} ${got.error === undefined ? 'answers' : 'fails'} with a difference, ${changed}: ${shown(got)}`,
    );
  }
  if (heard.length !== 1) {
    fail(countClause, `the inner to be asked exactly once${about(args)}`, `it was asked ${heard.length} times`);
  }
  args.forEach((sent, index) => {
    const arrived = heard[0]?.args[index];
    const wrong = callDifference(sent, arrived);
    if (wrong !== undefined)
      fail('arguments', `${show(sent)} to arrive at the inner`, `something else arrived: ${wrong}`);
  });
  return want;
};
