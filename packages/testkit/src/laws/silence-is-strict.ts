import { executorMembers, isToolFailure, type ToolCall, toolCall } from '@pawl/core';
import { type Fault, silenceFrom } from '../generate/faults.js';
import { hash } from '../generate/hash.js';
import { type Answer, answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import { loopTurn } from '../world/waiting.js';
import { type Patient, patientsOf, touchIn } from './ailing-subjects.js';
import { callsOf, judgeAborted, questionsOf } from './faults-stay-faults.js';
import { lawOf } from './law-of.js';
import { betterThan } from './no-better.js';

/** A question that may stay without an answer. */
interface Asked {
  answer: Answer | undefined;
}

// The wait has no end of its own: whoever asks looks again whether there is an answer.
const patient = { settle: <T>(answer: PromiseLike<T>) => Promise.resolve(answer), until: () => Promise.resolve(true) };

const ask = (subject: Patient, member: (typeof executorMembers)[number], args: readonly unknown[]): Asked => {
  const asked: Asked = { answer: undefined };
  answerOf(subject.outer, member, args, patient).then(
    (answer) => {
      asked.answer = answer;
    },
    () => {},
  );
  return asked;
};

const withSignal = (call: ToolCall): { readonly call: ToolCall; readonly abort: () => void } => {
  const controller = new AbortController();
  return {
    call: toolCall({ ...call, timeoutMs: 1, signal: controller.signal }),
    abort: () => controller.abort(new Error('nobody waits any more')),
  };
};

const softer = (fault: Fault, error: unknown): string | undefined =>
  (fault.member === 'execute' || fault.member === 'executeStream') &&
  isToolFailure(error) &&
  error.outcome !== 'unknown'
    ? `it says that the call ${error.outcome === 'failed' ? 'failed' : 'did not start'}, of which nobody knows`
    : undefined;

const lastFailure = ({ value, error }: Answer): unknown => {
  if (error !== undefined) return error;
  const last: unknown = Array.isArray(value) ? value.at(-1) : undefined;
  return Reflect.get(Object(last), 'failure') ?? Reflect.get(Object(last), 'threw');
};

/** The inner says nothing; the caller's patience ends, or the call's time is over. */
const judgeSilence = async (trial: Trial, subject: Patient, fault: Fault): Promise<void> => {
  const { name, touches, isComposite } = subject;
  const { member } = fault;
  for (const args of questionsOf(trial, member, callsOf(trial, subject)).slice(0, 1)) {
    const healthy = await answerOf(subject.outer, member, args, trial.waiting);
    const [first, ...rest] = args;
    const isCall = typeof first === 'object' && first !== null && 'tool' in first;
    // The first argument of a question about a call is the call.
    const { call, abort } = isCall ? withSignal(first as ToolCall) : { call: first, abort: () => {} };
    fault.isOn = true;
    fault.met = 0;
    const asked = ask(subject, member, [call, ...rest]);
    await trial.waiting.until(() => asked.answer !== undefined);
    const { met } = fault;
    abort();
    for (let turn = 0; turn < 3 && asked.answer === undefined; turn++) await loopTurn();
    fault.isOn = false;
    if (met === 0) continue;
    trial.tell();
    if (fault.met > met) {
      violate(member, name, {
        expected: 'a call that was aborted under way to ask the inner nothing more',
        but: `its \`${member}\` was asked once more after the caller had given up`,
      });
    }
    if (asked.answer === undefined) continue;
    const got = asked.answer;
    const how =
      softer(fault, lastFailure(got)) ??
      betterThan(fault, { member, touch: touchIn(touches, member), args, isComposite, healthy, got });
    if (how === undefined) continue;
    violate(member, name, {
      expected: `no answer, or the strictest, while the inner's \`${member}\` has given none`,
      but: how,
      evidence: 'the inner was asked and has not answered: a time-out or an abort must not answer for it',
    });
  }
};

/** FLT-02. */
export const silenceIsStrict: Law = lawOf({
  id: 'FLT-02',
  slug: 'silence-is-strict',
  subjects: ['wrapper', 'chain', 'composite'],
  statement:
    'While the inner has given no answer, there is none but the strictest; an aborted call has no better answer than another, and starts nothing any more.',
  intent: 'A deadline or an abort that answers for the inner allows what it would have denied, or repeats what it did.',
  whereToLook: '`Promise.race`, timers and `abort` listeners: reject as `unknown`, deny, or keep waiting',
  members: [...executorMembers.slice(7)],
  check: async (trial) => {
    const drawn = hash(trial.scenario.salt, 'silence');
    const fault = silenceFrom(drawn);
    const { length } = await patientsOf(trial, fault);
    for (let index = 0; index < length; index++) {
      // Anew for each: one that runs one call at a time waits for the silent one for ever.
      const subject = (await patientsOf(trial, fault))[index];
      if (subject === undefined) continue;
      if (drawn % 3 === 0) await judgeAborted(trial, subject, { ...fault, member: 'onSpecsChange' });
      else await judgeSilence(trial, subject, fault);
    }
  },
});
