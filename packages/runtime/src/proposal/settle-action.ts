import type { Action } from './action.js';
import { type ActionResult, isOpen } from './action-result.js';
import { commitMutations } from './commit-mutations.js';
import type { ProposalRun } from './proposal-run.js';
import { recordResult } from './record-result.js';

/** Ends the proposal where this result does. */
export const judge = (run: ProposalRun, action: Action, result: ActionResult): void => {
  if (result.status !== 'failed' && result.status !== 'denied') return;
  const terminal = result.status === 'failed' && result.failure.terminal;
  if (!terminal && action.onFailure === 'skip') return;
  const why = result.status === 'failed' ? result.failure.message : result.reason;
  run.stop.halt({ status: 'aborted', reason: `the action ${JSON.stringify(action.id)} ended it: ${why}` });
};

/**
 * Keeps how an action ended, before anything comes of that. A failure ends the proposal at once, not when the level is
 * through: no other action starts another try.
 */
export const endAction = async (run: ProposalRun, action: Action, result: ActionResult): Promise<void> => {
  judge(run, action, result);
  if (isOpen(result)) return;
  run.recordEnd(result);
  if (await run.keep()) recordResult(run, result);
};

const tell = (run: ProposalRun, result: ActionResult): void => {
  if (!isOpen(result)) run.emit({ type: 'result', action: result.id, result });
};

/**
 * Applies what an action changed. How it ended was kept before, so that a crash on the way applies it again: the state
 * is the same then.
 */
export const settleAction = async (run: ProposalRun, action: Action, ended: ActionResult): Promise<void> => {
  if (run.fault !== undefined) return;
  const result = await commitMutations(run, action, ended);
  run.record(result);
  if (result !== ended) {
    judge(run, action, result);
    if (await run.keep()) recordResult(run, result);
  }
  tell(run, result);
};

/** Takes the result of an action that does not run. */
export const settleUnrun = (run: ProposalRun, action: Action, result: ActionResult): void => {
  run.record(result);
  judge(run, action, result);
  recordResult(run, result);
  tell(run, result);
};
