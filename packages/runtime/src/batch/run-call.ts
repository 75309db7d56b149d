import { type DispatchContext, dispatch } from '@pawl/core';
import type { ToolMessage } from '../message/message.js';
import type { Turn } from '../turn/turn.js';
import { messageOf } from '../turn/turn-fault.js';
import type { RunPlan } from './plan.js';
import { approvalContext } from './plan-call.js';
import { tellChanges } from './tell-changes.js';
import { afterAttempt, messageOfOutcome, toolMessage } from './tool-message.js';

/** The plan of a call whose approval was used, or the result of one whose approval did not count any more. */
export type Licensed = RunPlan | ToolMessage;

const notLicensed = ({ call }: RunPlan, code: string, message: string): ToolMessage =>
  toolMessage(call, { status: 'denied', output: `${message}; nothing ran`, code });

/** Uses the approval of a call, right before it runs. */
export const license = async (turn: Turn, plan: RunPlan): Promise<Licensed> => {
  const { request } = plan;
  if (request === undefined) return plan;
  const { approvals } = turn.options;
  try {
    const used = await approvals?.use(request, approvalContext(turn, request.tool));
    if (used === undefined) return notLicensed(plan, 'not-approved', 'nobody has approved this call');
    return used.ok ? { ...plan, request: used.approved } : notLicensed(plan, used.code, used.message);
  } catch (error) {
    return notLicensed(plan, 'not-approved', `the approval could not be used (${messageOf(error)})`);
  }
};

/** Runs a call through `dispatch`, which gates it once more as it is now. */
export const runCall = async (turn: Turn, plan: RunPlan, context: DispatchContext): Promise<ToolMessage> => {
  const { call, init, request } = plan;
  turn.emit({ type: 'started', callId: call.id, tool: call.tool, attempt: init.attempt ?? 1 });
  const outcome = await dispatch(
    turn.executor,
    init,
    request === undefined ? context : { ...context, approved: request },
  );
  tellChanges(turn, init, outcome);
  return afterAttempt(messageOfOutcome(call, outcome), call, init.attempt ?? 1);
};
