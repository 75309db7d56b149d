import { type ExecutorMember, executorMembers, type ToolCall, toolCall } from '@pawl/core';
import { show } from '../compare/show.js';
import { callFrom } from '../generate/call-from.js';
import { anyFailure, everyFailure, type Fault, faultFrom, runningFault } from '../generate/faults.js';
import { hash } from '../generate/hash.js';
import { scopeFrom } from '../generate/sentinel.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import { type Patient, patientsOf, touchIn } from './ailing-subjects.js';
import { lawOf } from './law-of.js';
import { betterThan } from './no-better.js';

const isAboutName = (member: ExecutorMember): boolean => executorMembers.indexOf(member) < 7;

/** Questions of a member, about the first tools that are there. */
export const questionsOf = (
  trial: Trial,
  member: ExecutorMember,
  calls: readonly ToolCall[],
): readonly (readonly unknown[])[] => {
  if (member === 'specs') return [[]];
  if (member === 'forWorker') return [[scopeFrom(trial.scenario.salt, 1)]];
  if (isAboutName(member)) return calls.map(({ tool }) => [tool]);
  if (member !== 'postDispatch') return calls.map((call) => [call]);
  return calls.flatMap((call, index) => [
    [call, { output: { was: call.id } }],
    [call, anyFailure(hash(trial.scenario.salt, 'given', index))],
  ]);
};

/** Calls of tools that are there, one of each. */
export const callsOf = (trial: Trial, { outer }: Patient): readonly ToolCall[] =>
  outer
    .specs()
    .slice(0, 3)
    .map(({ name }, index) => callFrom(name, trial.scenario.calls[index]?.salt ?? index, `call-${index}`).call);

/** The members that may look at the one that fails: itself, and some others. */
const membersFor = (fault: Fault, salt: number): readonly ExecutorMember[] => {
  const others = executorMembers.filter(
    (member) => member !== fault.member && member !== 'onSpecsChange' && member !== 'forWorker',
  );
  const at = salt % others.length;
  return [fault.member, ...others.slice(at, at + 4)];
};

/** One question with and without the fault. */
const judgeQuestion = async (
  trial: Trial,
  how: { readonly patient: Patient; readonly fault: Fault },
  member: ExecutorMember,
  args: readonly unknown[],
): Promise<void> => {
  const { patient, fault } = how;
  const { name, outer, touches, isComposite } = patient;
  const healthy = await answerOf(outer, member, args, trial.waiting);
  fault.isOn = true;
  fault.met = 0;
  const got = await answerOf(outer, member, args, trial.waiting);
  fault.isOn = false;
  if (fault.met === 0) return;
  trial.tell();
  const better = betterThan(fault, { member, touch: touchIn(touches, member), args, isComposite, healthy, got });
  if (better === undefined) return;
  violate(member, name, {
    expected: `no answer that is better than the fault below: \`${fault.member}\` of the inner fails (${fault.point}) with ${show(fault.error)}`,
    but: better,
    evidence: 'the inner was asked and failed: the failure was swallowed or softened on its way',
  });
};

const judge = async (trial: Trial, patient: Patient, fault: Fault): Promise<void> => {
  const calls = callsOf(trial, patient);
  for (const member of membersFor(fault, hash(trial.scenario.salt, 'others', fault.member))) {
    for (const args of questionsOf(trial, member, calls)) await judgeQuestion(trial, { patient, fault }, member, args);
  }
};

/** A failure of each code: a wrapper that softens one lets the others alone. */
const judgeEveryCode = async (trial: Trial, salt: number): Promise<void> => {
  const fault = runningFault(salt);
  for (const patient of await patientsOf(trial, fault)) {
    for (const call of callsOf(trial, patient).slice(0, 1)) {
      for (const error of everyFailure(salt)) {
        fault.error = error;
        await judgeQuestion(trial, { patient, fault }, fault.member, [call]);
      }
    }
  }
};

/** FLT-01. */
export const faultsStayFaults: Law = lawOf({
  id: 'FLT-01',
  slug: 'faults-stay-faults',
  subjects: ['wrapper', 'chain', 'composite'],
  statement:
    'Whatever member of the inner throws or rejects, before or after effects or in mid stream, no answer is better for it.',
  intent:
    'A swallowed failure is an empty success, an allow or a free hand; one with a softer code or outcome is run again.',
  whereToLook:
    'each `catch`, `finally`, `?.`, `??` and `allSettled` around the inner: let the failure through, or answer the strictest',
  members: [...executorMembers],
  minimumCoverage: 50,
  check: async (trial) => {
    for (let offset = 0; offset < 2; offset++) {
      const fault = faultFrom(hash(trial.scenario.salt, 'fault', offset));
      for (const patient of await patientsOf(trial, fault)) await judge(trial, patient, fault);
    }
    await judgeEveryCode(trial, hash(trial.scenario.salt, 'codes'));
  },
});

const abortedBefore = (call: ToolCall): ToolCall => {
  const { signal: _signal, ...rest } = call;
  return toolCall({ ...rest, signal: AbortSignal.abort(new Error('nobody waits any more')) });
};

const askers = ['preDispatch', 'sandboxWouldDeny', 'execute', 'executeStream', 'postDispatch'] as const;

/** A call that was aborted before it came: every answer is the usual one, or a stricter one. */
export const judgeAborted = async (trial: Trial, patient: Patient, idle: Fault): Promise<void> => {
  const { name, outer, touches, isComposite } = patient;
  for (const call of callsOf(trial, patient)) {
    for (const member of askers) {
      const tail = member === 'postDispatch' ? [{ output: { was: call.id } }] : [];
      const healthy = await answerOf(outer, member, [call, ...tail], trial.waiting);
      const got = await answerOf(outer, member, [abortedBefore(call), ...tail], trial.waiting);
      trial.tell();
      const touch = touchIn(touches, member);
      const how = betterThan(idle, { member, touch, args: [call, ...tail], isComposite, healthy, got });
      if (how === undefined) continue;
      violate(member, name, {
        expected: `for a call whose \`signal\` was aborted before it came, the usual answer or a stricter one: ${show(healthy.error ?? healthy.value)}`,
        but: `it answers ${show(got.error ?? got.value)} (${how})`,
      });
    }
  }
};
