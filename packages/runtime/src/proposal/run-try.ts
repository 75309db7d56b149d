import {
  type ApprovalRequest,
  type DispatchOutcome,
  dispatch,
  type FailedOutcome,
  gate,
  type ToolCall,
  type TraceEntry,
} from '@pawl/core';
import { tellChanges } from '../batch/tell-changes.js';
import { skipped } from '../batch/tool-message.js';
import type { Action } from './action.js';
import type { ActionResult, ActionResultBase } from './action-result.js';
import { unrunResult } from './plan-action.js';
import type { ProposalRun } from './proposal-run.js';

/** One try of an action. */
export interface Try {
  readonly action: Action;
  readonly call: ToolCall;
  readonly approved: ApprovalRequest | undefined;
  readonly base: () => ActionResultBase;
}

/** What became of a try. */
export interface Tried {
  readonly result: ActionResult;
  /** What there may be a retry of. */
  readonly failed?: FailedOutcome;
}

/** The proposal ended before the action could start. */
export const notStarted = (run: ProposalRun, base: ActionResultBase): ActionResult => ({
  ...base,
  status: 'not-run',
  reason: run.stop.halted?.reason ?? 'the proposal ended before',
});

const resultOf = (outcome: DispatchOutcome, base: ActionResultBase): ActionResult => {
  switch (outcome.status) {
    case 'executed': {
      const { execution, untrusted, notes } = outcome;
      return { ...base, status: 'executed', execution, untrusted, notes };
    }
    case 'failed':
      return { ...base, status: 'failed', failure: outcome.failure, untrusted: outcome.untrusted };
    case 'denied':
      return { ...base, status: 'denied', reason: outcome.reason };
    case 'pending':
      return { ...base, status: 'pending', request: outcome.request };
  }
};

/** Keeps that a try is about to run; `false` where it may not run any more. */
const keepStart = async (
  run: ProposalRun,
  { action, call }: Try,
  judged: { readonly call: ToolCall; readonly trace: readonly TraceEntry[] },
): Promise<boolean> => {
  const { recorder, tries, options } = run;
  const { id: callId, tool, attempt } = call;
  const proposed = { id: callId, tool, ...(call.args === undefined ? {} : { args: call.args }) };
  const args = judged.call.args === undefined ? {} : { args: judged.call.args };
  tries.start(action.id, attempt);
  if (attempt > 1) recorder.proposed([proposed], attempt);
  await run.kept(recorder.started([{ callId, tool, attempt, trace: judged.trace, ...args }]));
  // Without a journal or a log it is what the caller keeps that tells of starts.
  if (options.journal === undefined && options.log === undefined) await run.keep();
  if (run.stop.halted === undefined) return true;
  tries.abandon(action.id);
  recorder.ended(skipped(proposed, run.stop.halted.reason, 'not-run'));
  return false;
};

/** Gates a try once more as it is now, before its start is kept: a start that is kept is of a try that runs. */
const mayStart = async (run: ProposalRun, one: Try): Promise<ActionResult | undefined> => {
  const judged = await gate(run.executor, one.call, run.contextFor(one.approved));
  if (run.stop.halted !== undefined) return notStarted(run, one.base());
  if (judged.verdict !== 'allow') return unrunResult(run, { judged, call: one.call, base: one.base() });
  return (await keepStart(run, one, judged)) ? undefined : notStarted(run, one.base());
};

/** Runs one try of an action through `dispatch`, once its start is kept. */
export const runTry = async (run: ProposalRun, one: Try): Promise<Tried> => {
  const { action, call, approved, base } = one;
  const { id: callId, tool, attempt } = call;
  const stopped = run.keepsStarts ? await mayStart(run, one) : undefined;
  if (stopped !== undefined) return { result: stopped };
  run.emit({ type: 'started', action: action.id, callId, tool, attempt });
  const outcome = await dispatch(run.executor, call, run.contextFor(approved));
  const ran = (outcome.status === 'executed' || outcome.status === 'failed') && outcome.call !== undefined;
  // A start that was kept counts as a try, also where the gate has just thought better of it.
  if (ran || run.keepsStarts) run.tries.end(action.id, attempt);
  tellChanges(run.teller(action), call, outcome);
  const result = resultOf(outcome, base());
  return outcome.status === 'failed' ? { result, failed: outcome } : { result };
};
