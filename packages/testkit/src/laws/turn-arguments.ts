import { show } from '../compare/show.js';
import type { Law } from '../law/law.js';
import {
  approvalsFor,
  approvedArgs,
  decisionsFor,
  effectsOf,
  mayBeRemembered,
  needOf,
  showCall,
  showLife,
  specKey,
} from '../turn/needs.js';
import { argsKey, argsToRun } from '../turn/turn-tools.js';
import type { RanEvent, TurnCall } from '../turn/turn-world.js';
import { type TurnCheck, turnLaw } from './turn-law.js';

const requireApproved = ({ play, fail }: TurnCheck, call: TurnCall, event: RanEvent): void => {
  const approvals = approvalsFor(play, call, event.life);
  const ran = argsKey(event.call.args);
  if (approvals.some((decision) => argsKey(approvedArgs(decision)) === ran)) return;
  const given = decisionsFor(play, call, event.life).findLast(({ answer }) => answer === 'approve');
  const where = showLife(play, event.life);
  if (given === undefined) {
    fail('execute', { expected: `a person to be asked about ${showCall(call)}`, but: `it ran ${where}` });
  } else if (approvals.length > 0) {
    fail('execute', {
      expected: `${showCall(call)} to run with the approved arguments, ${show(approvedArgs(given))}`,
      but: `it ran with ${show(event.call.args)}, ${where}`,
    });
  } else {
    const redefined = specKey(given.request.spec) !== specKey(event.spec);
    fail('execute', {
      expected: `a person to be asked about ${showCall(call)} again: ${redefined ? 'the tool was defined anew' : 'it requires more now'}`,
      but: `it ran ${where}, on an approval from before`,
    });
  }
};

/** TRN-06. */
export const approvedIsRun: Law = turnLaw(
  {
    id: 'TRN-06',
    slug: 'approved-is-run',
    statement:
      'The executed arguments are the approved ones, edited or not; a changed definition, a wider requirement or other arguments ask again.',
    intent: 'A person who edits a recipient, and sees the mail go to the old one, was asked for show.',
    whereToLook:
      'what is handed to `dispatch`: the edited arguments in the call and in `approved`, never the call id alone',
    members: ['preDispatch', 'execute'],
    minimumCoverage: 30,
  },
  (turn) => {
    const { play, fail, tell } = turn;
    for (const event of effectsOf(play)) {
      const call = play.world.calls.find(({ id }) => id === event.call.id);
      if (call === undefined) continue;
      const need = needOf(play, call, event.life);
      if (need === 'ask') {
        if (mayBeRemembered(play, call, event.life)) continue;
        tell();
        requireApproved(turn, call, event);
      } else if (need === 'allow' && decisionsFor(play, call, event.life).length === 0) {
        const due = argsToRun(call.tool, call.args);
        if (argsKey(event.call.args) === argsKey(due)) continue;
        fail('execute', {
          expected: `${showCall(call)} to run with ${show(due)}`,
          but: `it ran with ${show(event.call.args)}`,
        });
      }
    }
  },
);
