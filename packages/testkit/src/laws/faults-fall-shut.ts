import { type DispatchOutcome, dispatch, type ExecutorMember, toolCall } from '@pawl/core';
import { show } from '../compare/show.js';
import { type FaultMode, faulty } from '../generate/faulty.js';
import { hash } from '../generate/hash.js';
import { drive, manualClock } from '../generate/manual-clock.js';
import { obliging } from '../generate/obliging.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';

const members = [
  'preDispatch',
  'requiredCapabilities',
  'owns',
  'specs',
  'sandboxWouldDeny',
  'execute',
  'postDispatch',
  'ingestsUntrustedContent',
] as const;

const modes: readonly FaultMode[] = ['throw', 'reject', 'hang', 'nonsense'];

/** What is too loose in an outcome, given the member that failed; `undefined` where it is strict enough. */
const looseness = (member: ExecutorMember, outcome: DispatchOutcome, ran: number): string | undefined => {
  if (member === 'execute') return outcome.status === 'executed' ? 'the call counts as a success' : undefined;
  if (member === 'postDispatch') return outcome.status === 'executed' ? 'the result was handed out' : undefined;
  if (member === 'ingestsUntrustedContent') {
    return 'untrusted' in outcome && !outcome.untrusted ? 'the result counts as trusted' : undefined;
  }
  return ran > 0 || outcome.status === 'executed' ? 'the tool ran' : undefined;
};

const tryFault = async (
  trial: Trial,
  fault: { member: (typeof members)[number]; mode: FaultMode; salt: number },
): Promise<void> => {
  const world = trial.world({
    around: 'none',
    answers: { ...obliging, ingestsUntrustedContent: () => false },
    base: (base) => faulty(base, fault),
  });
  const sane = trial.world({ around: 'none', answers: obliging });
  const tool = trial.scenario.tools.find(({ listed }) => listed)?.name ?? '';
  const call = toolCall({ id: '1', tool, args: {} });
  const clock = manualClock();
  const context = {
    clock,
    escalateSandboxDenials: fault.member === 'sandboxWouldDeny',
    memberTimeoutMs: 10,
    callTimeoutMs: 10,
  };
  const asked = await drive(dispatch(sane.top, call, context), clock);
  // Where the subject itself asks, a person says yes; otherwise its word would hide what a fault does. For these two
  // faults to ask is strict enough, so that a yes proves nothing.
  const approves = asked?.status === 'pending' && !['preDispatch', 'sandboxWouldDeny'].includes(fault.member);
  const answered = approves ? { ...context, approved: asked.request } : context;
  const unharmed = approves ? await drive(dispatch(sane.top, call, answered), clock) : asked;
  if (unharmed === undefined || unharmed.status === 'pending') return;
  // What is refused without the fault must be refused with it; there is no result that could be trusted.
  const runs = unharmed.status === 'executed';
  if (!runs && sane.base.log.ran.length > 0) return;
  trial.tell();
  const outcome = await drive(
    dispatch(world.top, call, fault.member === 'specs' ? answered : { ...answered, advertised: sane.top.specs() }),
    clock,
  );
  if (outcome === undefined) {
    return violate(fault.member, trial.subject.name, {
      expected: 'dispatch to end',
      but: `it hangs when the inner's \`${fault.member}\` does ${fault.mode}`,
    });
  }
  const loose = looseness(runs ? fault.member : 'preDispatch', outcome, world.base.log.ran.length);
  if (loose !== undefined) {
    violate(fault.member, trial.subject.name, {
      expected: `the strictest outcome when the inner's \`${fault.member}\` fails (${fault.mode}) on ${show(tool)}`,
      but: loose,
      evidence: 'over the bare inner, dispatch is strict: the failure was swallowed on its way',
    });
  }
};

/** DEF-03. */
export const faultsFallShut: Law = lawOf({
  id: 'DEF-03',
  slug: 'faults-fall-shut',
  subjects: ['wrapper', 'chain'],
  statement:
    'A member that throws, rejects, hangs or returns nonsense leads `dispatch` to the strictest outcome, and the tool does not run.',
  intent: 'A policy hook that is killed, times out or answers rubbish must not become a yes.',
  whereToLook:
    "the `catch`, the time-out and the `??` around the inner's answer: let the failure through, `dispatch` knows what to do",
  members: [...members],
  check: async (trial) => {
    const { salt } = trial.scenario;
    for (let offset = 0; offset < 4; offset++) {
      const drawn = hash(salt, 'fault', offset);
      const member = members[drawn % members.length] ?? 'preDispatch';
      await tryFault(trial, { member, mode: modes[(drawn >> 4) % modes.length] ?? 'throw', salt: drawn >> 8 });
    }
  },
});
