import type { Law } from '../law/law.js';
import { effectsOf, isUndecided, needOf, showCall, showLife } from '../turn/needs.js';
import type { TurnCall } from '../turn/turn-world.js';
import { type TurnCheck, turnLaw } from './turn-law.js';

/** Nothing of a batch may run in a process in which one of its calls was left without an answer. */
const requireNothingRan = ({ play, fail }: TurnCheck, life: number, waiting: TurnCall): void => {
  const ran = effectsOf(play).find(
    (event) =>
      event.life === life && play.world.calls.some(({ id, batch }) => id === event.call.id && batch === waiting.batch),
  );
  if (ran === undefined) return;
  fail('execute', {
    expected: `nothing of a batch to run while ${showCall(waiting)} waits for a person`,
    but: `${ran.call.tool} ran, ${showLife(play, life)}`,
    evidence: 'all calls of a batch have to be judged before any runs',
  });
};

const requireReported = (turn: TurnCheck, life: number, undecided: readonly TurnCall[]): void => {
  const { play, fail } = turn;
  const report = play.world.lives[life]?.report;
  if (report === undefined) return;
  const pending = report.pending.map(({ callId }) => play.world.calls.find(({ id }) => id === callId));
  const stranger = report.pending.find((_request, at) => pending[at] === undefined);
  if (stranger !== undefined) {
    fail('dispatch', {
      expected: 'people to be asked about proposed calls alone',
      but: `they are asked about ${JSON.stringify(stranger.callId)}, which nobody proposed`,
    });
  }
  const batch = pending[0]?.batch ?? play.world.seed.batches.length;
  for (const call of pending) {
    if (call === undefined) continue;
    requireNothingRan(turn, life, call);
    if (needOf(play, call, life) !== 'allow' || call.seed.person.startsWith('edit')) continue;
    fail('dispatch', {
      expected: `nobody to be asked about ${showCall(call)}, which needs nobody`,
      but: `a person is asked, ${showLife(play, life)}`,
    });
  }
  // A later batch is not proposed yet.
  const missed = undecided.find((call) => call.batch <= batch && !pending.includes(call));
  if (missed === undefined) return;
  fail('dispatch', {
    expected: `a person to be asked about ${showCall(missed)}`,
    but: pending.length === 0 ? 'the turn ended without it' : 'only others of its batch are reported',
    evidence: showLife(play, life),
  });
};

/** TRN-01. */
export const wholeBatch: Law = turnLaw(
  {
    id: 'TRN-01',
    slug: 'whole-batch',
    statement:
      'If one call of a batch must ask and has no answer, none of the batch runs, and every call that must ask is reported.',
    intent:
      'A person who is shown one half of a plan while the other half already runs can no longer say no to the plan.',
    whereToLook: 'the loop over the calls of a model step: `gate` all of them, and only then `dispatch` the first',
    members: ['preDispatch', 'requiredCapabilities', 'execute'],
    minimumCoverage: 40,
  },
  (turn) => {
    const { play, tell } = turn;
    for (let life = 0; life < play.world.lives.length; life++) {
      const undecided = play.world.calls.filter((call) => isUndecided(play, call, life));
      for (const call of undecided) {
        // Alone in its batch it says little.
        if ((play.world.seed.batches[call.batch]?.length ?? 0) > 1) tell();
        requireNothingRan(turn, life, call);
      }
      requireReported(turn, life, undecided);
    }
  },
);
