import { type ApprovalRequest, type GateResult, gate, type JsonValue, type ToolCall, withArgs } from '@pawl/core';
import type { ApprovalAnswer } from '../approval/approval-port.js';
import type { Action } from './action.js';
import type { ActionResult, ActionResultBase } from './action-result.js';
import { interruptedAction } from './interrupted-action.js';
import type { ProposalRun } from './proposal-run.js';
import { isSafeToRepeat } from './safe-to-repeat.js';

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

/** A call that the gate did not let through. */
export interface Unrun {
  readonly judged: Exclude<GateResult, { readonly verdict: 'allow' }>;
  readonly call: ToolCall;
  readonly base: ActionResultBase;
}

/** The result of an action that the gate does not let through, which is recorded as its decision. */
export const unrunResult = (run: ProposalRun, { judged, call, base }: Unrun): ActionResult => {
  const { verdict, trace } = judged;
  const { id, tool } = base;
  if (verdict === 'ask') {
    run.recorder.decided(call, verdict, { reason: judged.request.reason, trace });
    return { ...base, status: 'pending', request: judged.request };
  }
  const reason = verdict === 'deny' ? judged.reason : judged.failure.message;
  run.recorder.decided(call, verdict, { reason, trace });
  // It must not be said that nothing ran where an earlier run may have run it.
  if (run.tries.isOpen(id)) return interruptedAction(run, { id, tool });
  if (verdict === 'deny') return { ...base, status: 'denied', reason };
  return { ...base, status: 'failed', failure: judged.failure, untrusted: false };
};

/** What is planned. */
interface Case {
  readonly run: ProposalRun;
  readonly action: Action;
  readonly call: ToolCall;
}

const baseOf = ({ run, action: { id, tool } }: Case): ActionResultBase => {
  return { id, tool, attempts: run.tries.last(id), durationMs: 0 };
};

const stop = ({ action }: Case, result: ActionResult): Plan => ({ kind: 'stop', action, result });

const unrun = (one: Case, judged: Unrun['judged']): Plan =>
  stop(one, unrunResult(one.run, { judged, call: one.call, base: baseOf(one) }));

const refused = (one: Case, said: string | undefined): Plan => {
  const { run, action } = one;
  if (run.tries.isOpen(action.id)) return stop(one, interruptedAction(run, action));
  const reason = `a person refused ${action.tool}, and nothing ran${said === undefined ? '' : `: ${said}`}`;
  return stop(one, { ...baseOf(one), status: 'denied', reason });
};

/** Gates the arguments that a person put in place of the proposal's. */
const edited = async (one: Case, args: JsonValue): Promise<Plan> => {
  const { run, action } = one;
  const call = withArgs(one.call, args);
  const { id: callId, tool } = call;
  const before = one.call.args === undefined ? {} : { before: one.call.args };
  run.emit({ type: 'modify', by: 'person', action: action.id, callId, tool, ...before, after: args });
  run.recorder.modified(call, one.call.args, args);
  const judged = await gate(run.executor, call, run.contextFor());
  if (judged.verdict === 'allow') return { kind: 'run', action, call, judged: judged.call };
  if (judged.verdict === 'ask') return { kind: 'run', action, call, judged: judged.call, request: judged.request };
  return unrun({ ...one, call }, judged);
};

/** Whether an earlier run may have run it, and nothing can tell what came of it. */
const isLost = (run: ProposalRun, { id, tool, idempotent }: Action): boolean => {
  const mayBeRemembered = idempotent === true && run.options.idempotency !== undefined;
  return run.tries.isOpen(id) && !mayBeRemembered && !isSafeToRepeat(run, tool);
};

/** Asks the gate, and people where it says so. Runs nothing and uses no approval. */
export const planAction = async (run: ProposalRun, action: Action): Promise<Plan> => {
  const one: Case = { run, action, call: run.callOf(action) };
  const { call } = one;
  if (isLost(run, action)) return stop(one, interruptedAction(run, action));
  const judged = await gate(run.executor, call, run.contextFor());
  if (judged.verdict === 'allow') return { kind: 'run', action, call, judged: judged.call };
  if (judged.verdict !== 'ask') return unrun(one, judged);
  const { request } = judged;
  const answer = await answerTo(run, request);
  if (answer?.ok !== true) return unrun(one, judged);
  if (answer.answer === 'refuse') return refused(one, answer.reason);
  if (answer.args !== undefined) return edited(one, answer.args);
  return { kind: 'run', action, call, judged: judged.call, request };
};
