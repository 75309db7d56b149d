import type { Law } from '../law/law.js';
import { approvalsFor, effectsOf, effectsOfCall, mayBeRemembered, showCall, showLife, taintOf } from '../turn/needs.js';
import { traitsOf } from '../turn/turn-tools.js';
import { type TurnCheck, turnLaw } from './turn-law.js';

const requireAsked = ({ play, fail, tell }: TurnCheck): void => {
  for (const event of effectsOf(play)) {
    const call = play.world.calls.find(({ id }) => id === event.call.id);
    if (call === undefined || traitsOf(call.tool)?.egress !== true) continue;
    if (taintOf(play, call, event.life) !== 'tainted') continue;
    tell();
    if (approvalsFor(play, call, event.life).length > 0 || mayBeRemembered(play, call, event.life)) continue;
    fail('ingestsUntrustedContent', {
      expected: `a person to be asked about ${showCall(call)}: untrusted content is in the context`,
      but: `it ran ${showLife(play, event.life)}, as if the context were clean`,
      evidence: 'the result that tainted the context came earlier',
    });
  }
};

/** TRN-05. */
export const taintStays: Law = turnLaw(
  {
    id: 'TRN-05',
    slug: 'taint-stays',
    statement: 'What was untrusted stays untrusted over a resume, so the capability gate still asks.',
    intent: 'A poisoned page that is read before a pause sends the mail after it, if the pause washes it clean.',
    whereToLook:
      'what is saved of a result: whether it is untrusted goes with it, and the taint is made of all of them',
    members: ['ingestsUntrustedContent', 'requiredCapabilities'],
    minimumCoverage: 20,
  },
  (turn) => {
    requireAsked(turn);
    const { play, fail, tell } = turn;
    for (const call of play.world.calls) {
      if (traitsOf(call.tool)?.taints !== true) continue;
      for (const [life, { report }] of play.world.lives.entries()) {
        const result = report?.results.find(({ callId }) => callId === call.id);
        if (result?.status !== 'executed' || effectsOfCall(play, call).length === 0) continue;
        tell();
        if (result.untrusted === true) continue;
        fail('ingestsUntrustedContent', {
          expected: `the result of ${showCall(call)} to be marked as untrusted`,
          but: `it is not, ${showLife(play, life)}`,
        });
      }
    }
  },
);
