import { difference } from '../compare/difference.js';
import type { Law } from '../law/law.js';
import type { CallerResult } from '../subject/caller-turn.js';
import { seenMark } from '../turn/life.js';
import { decisionsFor, effectsOfCall, mayBeRemembered, needOf, showCall } from '../turn/needs.js';
import { traitsOf } from '../turn/turn-tools.js';
import type { TurnCall } from '../turn/turn-world.js';
import { type TurnCheck, turnLaw } from './turn-law.js';

const ids = (items: readonly { readonly id: string }[]): string => items.map(({ id }) => id).join(', ') || 'none';

/** Every report: the results of whole batches, from the first on, in call order. */
const requireOrder = ({ play, fail }: TurnCheck): void => {
  for (const { report } of play.world.lives) {
    if (report === undefined) continue;
    const waiting = play.world.calls.find(({ id }) => report.pending.some(({ callId }) => callId === id));
    const due = play.world.calls.filter(({ batch }) => waiting === undefined || batch < waiting.batch);
    const came = report.results.map(({ callId: id }) => ({ id }));
    if (
      difference(
        due.map(({ id }) => id),
        came.map(({ id }) => id),
      ) === undefined
    )
      continue;
    fail('dispatch', {
      expected: `one result for each call${waiting === undefined ? '' : ` before batch ${waiting.batch + 1}, which waits`}, in call order: ${ids(due)}`,
      but: `the results are of ${ids(came)}`,
    });
  }
};

/** A result has to say what happened to its call. */
const requireTrue = ({ play, fail }: TurnCheck, call: TurnCall, result: CallerResult): void => {
  const effects = effectsOfCall(play, call);
  const { status, output } = result;
  const wrong = (expected: string): never =>
    fail('dispatch', { expected, but: `its result says ${status}: ${JSON.stringify(output)}` });
  if (status === 'executed') {
    const came = effects.some(({ token }) => difference({ token, [seenMark]: true }, output) === undefined);
    if (!came) wrong(`${showCall(call)} to be reported with what the tool answered`);
  } else if (
    (status === 'denied' || status === 'refused') &&
    effects.length > 0 &&
    play.world.seed.crashes.length === 0
  ) {
    wrong(`${showCall(call)}, which ran, not to be reported as if it had not`);
  } else if (!['failed', 'denied', 'refused', 'unknown'].includes(status)) {
    wrong(`${showCall(call)} to end as executed, failed, denied, refused or unknown`);
  }
};

/** What a call must come to where nothing went wrong, if that is certain. */
const dueStatus = (turn: TurnCheck, call: TurnCall): CallerResult['status'] | undefined => {
  const { play } = turn;
  const last = play.world.lives.length - 1;
  const need = needOf(play, call, last);
  const ran = traitsOf(call.tool)?.fails === true ? 'failed' : 'executed';
  if (need === 'hidden') return 'failed';
  if (need === 'deny') return 'denied';
  const sibling = play.world.calls.some(
    (other) => other.batch === call.batch && traitsOf(other.tool)?.taints === true && other.id !== call.id,
  );
  // Beside a call that taints, the order decides.
  if (traitsOf(call.tool)?.egress === true && sibling) return undefined;
  const decisions = decisionsFor(play, call, last);
  const unasked = decisions.length === 0 && !mayBeRemembered(play, call, last);
  if (traitsOf(call.tool)?.verdict === 'ask' && unasked) return 'executed';
  if (need === 'allow' && decisions.length === 0) {
    return play.world.decisions.some(({ answer, request }) => answer === 'refuse' && request.tool === call.tool)
      ? undefined
      : ran;
  }
  return decisions.length === 1 && decisions[0]?.answer === 'approve' && call.seed.person === 'approve'
    ? ran
    : undefined;
};

/** TRN-07. */
export const batchComplete: Law = turnLaw(
  {
    id: 'TRN-07',
    slug: 'batch-complete',
    statement:
      'A turn comes to an end; its results come in call order, one for every proposed call, and say what happened: what may run has run, and what did not run is not reported as if it had.',
    intent:
      'Providers refuse a transcript in which a call has no result, and a model believes any result that it gets.',
    whereToLook: 'where the results of a batch are gathered, after the last of its calls has ended',
    members: ['execute', 'postDispatch'],
    minimumCoverage: 100,
  },
  (turn) => {
    const { play, tell, fail } = turn;
    tell();
    if (play.end.kind === 'broken') {
      fail('dispatch', { expected: 'a turn to come to an end, or to wait for people', but: play.end.how });
    }
    requireOrder(turn);
    for (const call of play.world.calls) {
      const result = play.results.find(({ callId }) => callId === call.id);
      if (result === undefined) continue;
      requireTrue(turn, call, result);
      const due =
        play.world.seed.crashes.length === 0 && play.world.change === undefined ? dueStatus(turn, call) : undefined;
      if (due === undefined || result.status === due) continue;
      fail('dispatch', {
        expected: `${showCall(call)} to end as ${due}`,
        but: `its result says ${result.status}: ${JSON.stringify(result.output)}`,
      });
    }
  },
  { unsettled: 'broken' },
);
