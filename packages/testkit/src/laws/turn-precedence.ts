import type { Law } from '../law/law.js';
import { decisionsFor, effectsOfCall, isRefused, needOf, showCall, showLife } from '../turn/needs.js';
import type { TurnCall } from '../turn/turn-world.js';
import { type TurnCheck, turnLaw } from './turn-law.js';

const says = (output: unknown): boolean => output !== null && output !== '' && output !== undefined;

const requireDenied = ({ play, fail, tell }: TurnCheck, call: TurnCall): void => {
  const denied = effectsOfCall(play, call).find(({ verdict }) => verdict === 'deny');
  if (denied !== undefined) {
    fail('execute', {
      expected: `${showCall(call)} not to run with ${JSON.stringify(denied.call.args)}: the gate denies it`,
      but: `it ran ${showLife(play, denied.life)}`,
      evidence: decisionsFor(play, call, denied.life).length > 0 ? 'no approval lifts a deny' : 'nobody was asked',
    });
  }
  const last = play.world.lives.length - 1;
  const edited = decisionsFor(play, call, last);
  const toDenied = edited.length === 1 && call.seed.person === 'edit-to-denied' && edited[0]?.args !== undefined;
  if (needOf(play, call, 0) === 'deny' || toDenied) tell();
  const result = play.results.find(({ callId }) => callId === call.id);
  if (result === undefined || needOf(play, call, 0) !== 'deny' || result.status === 'denied') return;
  fail('dispatch', {
    expected: `the result of ${showCall(call)} to say that it was denied`,
    but: `it says ${result.status}`,
  });
};

const requireRefused = ({ play, fail, tell }: TurnCheck, call: TurnCall): void => {
  const last = play.world.lives.length - 1;
  if (!isRefused(play, call, last)) return;
  const ran = effectsOfCall(play, call).find((event) => isRefused(play, call, event.life));
  if (ran !== undefined) {
    fail('execute', {
      expected: `${showCall(call)}, which a person refused, not to run`,
      but: `it ran ${showLife(play, ran.life)}`,
    });
  }
  tell();
  const result = play.results.find(({ callId }) => callId === call.id);
  if (result === undefined || needOf(play, call, last) === 'deny' || effectsOfCall(play, call).length > 0) return;
  if (result.status === 'refused' && says(result.output)) return;
  fail('dispatch', {
    expected: `the result of ${showCall(call)} to say that a person refused it`,
    but: `it says ${result.status}: ${JSON.stringify(result.output)}`,
  });
};

/** TRN-04. */
export const denyStays: Law = turnLaw(
  {
    id: 'TRN-04',
    slug: 'deny-stays',
    statement:
      'A deny is final whatever people decided, before it or with other arguments; a refused call does not run, and its result says so.',
    intent: 'An approval that outlives the policy it was given under is a way around the policy.',
    whereToLook: 'what happens to an approved or edited call: it goes through `dispatch`, which judges it as it is now',
    members: ['preDispatch', 'execute'],
    minimumCoverage: 30,
  },
  (turn) => {
    for (const call of turn.play.world.calls) {
      requireDenied(turn, call);
      requireRefused(turn, call);
    }
  },
);
