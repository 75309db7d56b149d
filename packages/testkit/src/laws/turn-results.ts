import { difference } from '../compare/difference.js';
import type { Law } from '../law/law.js';
import type { CallerResult } from '../subject/caller-turn.js';
import { effectsOfCall, isRefused, showCall, showLife } from '../turn/needs.js';
import { isRepeatable } from '../turn/turn-tools.js';
import type { RanEvent, TurnCall } from '../turn/turn-world.js';
import { type TurnCheck, turnLaw } from './turn-law.js';

/** No id twice in a report, and what was reported once stays as it is. */
const requireStable = ({ play, fail }: TurnCheck): void => {
  let before: ReadonlyMap<string, CallerResult> = new Map();
  for (const { report } of play.world.lives) {
    if (report === undefined) continue;
    const now = new Map(report.results.map((result) => [result.callId, result]));
    if (now.size < report.results.length) {
      fail('dispatch', {
        expected: 'one result for each call id',
        but: `${report.results.length} results for ${now.size} ids: ${report.results.map(({ callId }) => callId).join(', ')}`,
      });
    }
    for (const [id, result] of before) {
      const wrong = difference(result, now.get(id));
      if (wrong === undefined) continue;
      fail('dispatch', { expected: `the result of ${JSON.stringify(id)} to stay as it was reported`, but: wrong });
    }
    before = now;
  }
};

/** An id stands for the first call that has it. */
const requireOneCall = ({ play, fail, tell }: TurnCheck): void => {
  const { calls, seed } = play.world;
  const reused = calls.at(-1);
  const first = calls.find(({ id }) => id === reused?.id);
  if (!seed.reusesId || first === undefined || first === reused) return;
  tell();
  const effects = effectsOfCall(play, first);
  const other = effects.find((event) => event.call.tool !== effects[0]?.call.tool);
  if (other === undefined) return;
  fail('execute', {
    expected: `the id ${JSON.stringify(first.id)} to stand for one call, ${showCall(first)}`,
    but: `${other.call.tool} ran under it too, ${showLife(play, other.life)}`,
    evidence: 'approvals, results and what was started are all told apart by the id',
  });
};

/** A run that is one too many. */
const requireOnce = ({ play, fail }: TurnCheck, call: TurnCall, effects: readonly RanEvent[]): void => {
  const [first, ...again] = effects;
  for (const event of again) {
    const where = showLife(play, event.life);
    const { saved } = play.world.lives[event.life] ?? { saved: '' };
    const known = effects.some(({ token }) => saved.includes(`"${token}"`));
    if (isRepeatable(call.tool) && !known && event.life !== first?.life) continue;
    fail('execute', {
      expected: known
        ? `${showCall(call)}, whose result was saved, not to run again`
        : `${showCall(call)}, which is not idempotent, to run at most once`,
      but: `it ran again ${where}`,
      evidence: known ? 'its result is in `saved`' : 'that it was started has to be saved before it runs',
    });
  }
};

/** What a crash in the middle of a call may come to. */
const requireUnknown = ({ play, fail, tell }: TurnCheck, call: TurnCall, effects: readonly RanEvent[]): void => {
  const result = play.results.find(({ callId }) => callId === call.id);
  const last = effects.at(-1);
  const died = last !== undefined && play.world.lives[last.life]?.report === undefined;
  if (result === undefined || last === undefined || !died) return;
  tell();
  const kept = effects.some(({ token }) => JSON.stringify(result.output)?.includes(`"${token}"`));
  if (result.status === 'unknown' || (kept && (result.status === 'executed' || result.status === 'failed'))) return;
  // Asked about another try, a person may have said no.
  if (isRefused(play, call, play.world.lives.length - 1)) return;
  fail('dispatch', {
    expected: `${showCall(call)}, which was cut off by a crash, to end as unknown`,
    but: `its result says ${result.status}: ${JSON.stringify(result.output)}`,
    evidence: 'the tool took effect, and its answer was lost with the process',
  });
};

/** TRN-03. */
export const oneResult: Law = turnLaw(
  {
    id: 'TRN-03',
    slug: 'one-result',
    statement:
      'A call id stands for one call and has one result; a call whose result is saved never runs again, one that is not idempotent never runs twice, and one that a crash cut off ends as unknown.',
    intent:
      'A turn that is resumed pays the invoice again, or tells the model that a payment failed which went through.',
    whereToLook:
      'what is saved, and when: that a call starts before it runs, its result before anything else, and what is made of a start without a result',
    members: ['execute'],
    minimumCoverage: 10,
  },
  (turn) => {
    const all = turn.play.world.calls;
    const calls = all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at);
    requireOneCall(turn);
    for (const call of calls) requireOnce(turn, call, effectsOfCall(turn.play, call));
    requireStable(turn);
    // Of an id that two calls have, the other one's result may be the one that is told.
    const told = calls.filter(
      ({ id }) => all.findLast((other) => other.id === id) === all.find((other) => other.id === id),
    );
    for (const call of told) requireUnknown(turn, call, effectsOfCall(turn.play, call));
  },
  { ids: 'as-drawn' },
);
