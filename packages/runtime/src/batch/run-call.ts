import { type DispatchContext, type DispatchOutcome, dispatch, type Redaction } from '@pawl/core';
import { redactionData } from '@pawl/journal';
import { callSignature } from '../message/call-signature.js';
import type { ToolMessage } from '../message/message.js';
import type { Turn } from '../turn/turn.js';
import { messageOf } from '../turn/turn-fault.js';
import type { RunPlan } from './plan.js';
import { approvalContext } from './plan-call.js';
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

const tellRewrite = (turn: Turn, { call, init }: RunPlan, outcome: DispatchOutcome): void => {
  const { id: callId, tool } = call;
  const before = 'args' in init ? { args: init.args } : {};
  const ran = outcome.call;
  if (ran === undefined) return;
  const after = ran.args === undefined ? {} : { args: ran.args };
  // What `dispatch` took as arguments is JSON.
  const [from, to] = [before, after] as readonly { readonly args?: NonNullable<typeof ran.args> }[];
  if (ran.args === init.args || callSignature({ tool, ...from }) === callSignature({ tool, ...to })) return;
  turn.emit({
    type: 'modify',
    by: 'layer',
    callId,
    tool,
    ...(from?.args === undefined ? {} : { before: from.args }),
    ...(to?.args === undefined ? {} : { after: to.args }),
  });
  turn.recorder.modified(call, from?.args, to?.args);
};

const redactionsOf = (outcome: DispatchOutcome): readonly Redaction[] => {
  if (outcome.status === 'executed') return outcome.execution.redactions ?? [];
  return outcome.status === 'failed' ? (outcome.failure.redactions ?? []) : [];
};

/** Says and records what layers did to a call and its result. */
const tellChanges = (turn: Turn, plan: RunPlan, outcome: DispatchOutcome): void => {
  const { id: callId, tool } = plan.call;
  tellRewrite(turn, plan, outcome);
  if (outcome.notes.length > 0) {
    turn.emit({ type: 'inject', callId, tool, notes: outcome.notes });
    turn.recorder.about('inject', { callId, tool, notes: outcome.notes });
  }
  const redactions = redactionsOf(outcome);
  if (redactions.length === 0) return;
  const data = redactionData({ callId, tool }, redactions);
  turn.emit({ type: 'redaction', ...data });
  turn.recorder.about('redaction', data);
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
  tellChanges(turn, plan, outcome);
  return afterAttempt(messageOfOutcome(call, outcome), call, init.attempt ?? 1);
};
