import { type ApprovalRequest, type GateResult, gate, type ToolCall, withArgs } from '@pawl/core';
import type { ApprovalAnswer } from '../approval/approval-port.js';
import type { Action } from './action.js';
import type { ActionResult, ActionResultBase } from './action-result.js';
import type { ProposalRun } from './proposal-run.js';

/** An action that may run. */
export interface RunPlan {
  readonly kind: 'run';
  readonly action: Action;
  /** As it goes to `dispatch`, with the arguments that a person gave instead, where one did. */
  readonly call: ToolCall;
  /** As it would run, after every rewrite. */
  readonly judged: ToolCall;
  /** What was asked; its approval is used right before the action runs. */
  readonly request?: ApprovalRequest;
}

/** What is to be done with an action, found out before any action of its level runs. */
export type Plan = RunPlan | { readonly kind: 'stop'; readonly action: Action; readonly result: ActionResult };

/** What people have said; an approval port that fails has said nothing. */
const answerTo = async (run: ProposalRun, request: ApprovalRequest): Promise<ApprovalAnswer | undefined> => {
  try {
    return await run.options.approvals?.find(request, { cacheable: run.cacheable(request.tool) });
  } catch {
    return undefined;
  }
};

const stopped = (action: Action, base: ActionResultBase, judged: GateResult): Plan | undefined => {
  if (judged.verdict === 'invalid') {
    const result: ActionResult = { ...base, status: 'failed', failure: judged.failure, untrusted: false };
    return { kind: 'stop', action, result };
  }
  if (judged.verdict !== 'deny') return undefined;
  return { kind: 'stop', action, result: { ...base, status: 'denied', reason: judged.reason } };
};

/** Asks the gate, and people where it says so. Runs nothing and uses no approval. */
export const planAction = async (run: ProposalRun, action: Action): Promise<Plan> => {
  const base = { id: action.id, tool: action.tool, attempts: run.madeBefore(action.id), durationMs: 0 };
  const call = run.callOf(action);
  const judged = await gate(run.executor, call, run.contextFor());
  if (judged.verdict === 'allow') return { kind: 'run', action, call, judged: judged.call };
  if (judged.verdict !== 'ask') return stopped(action, base, judged) as Plan; // deny and invalid are what is left
  const { request } = judged;
  const answer = await answerTo(run, request);
  const pending: Plan = { kind: 'stop', action, result: { ...base, status: 'pending', request } };
  if (answer?.ok !== true) return pending;
  if (answer.answer === 'refuse') {
    const reason = `a person refused ${action.tool}, and nothing ran${answer.reason === undefined ? '' : `: ${answer.reason}`}`;
    return { kind: 'stop', action, result: { ...base, status: 'denied', reason } };
  }
  if (answer.args === undefined) return { kind: 'run', action, call, judged: judged.call, request };
  const edited = withArgs(call, answer.args);
  const again = await gate(run.executor, edited, run.contextFor());
  if (again.verdict === 'allow') return { kind: 'run', action, call: edited, judged: again.call };
  if (again.verdict === 'ask') {
    return { kind: 'run', action, call: edited, judged: again.call, request: again.request };
  }
  return stopped(action, base, again) ?? pending;
};
