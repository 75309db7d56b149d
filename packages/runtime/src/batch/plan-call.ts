import {
  type ApprovalRequest,
  capabilityNames,
  type DispatchContext,
  type GateResult,
  gate,
  type JsonValue,
  type JudgedCall,
  strictAnswer,
  type ToolSpec,
} from '@pawl/core';
import type { ApprovalAnswer, ApprovalContext } from '../approval/approval-port.js';
import { callSignature } from '../message/call-signature.js';
import type { ToolMessage } from '../message/message.js';
import { refusedBefore } from '../message/transcript.js';
import type { Turn } from '../turn/turn.js';
import type { Gated } from './gate-batch.js';
import type { Plan } from './plan.js';
import { failed, toolMessage } from './tool-message.js';

type Judged = Exclude<GateResult, { readonly verdict: 'invalid' }>;

/** The planning of one call. */
interface Case extends Gated {
  readonly turn: Turn;
  readonly context: DispatchContext;
  /** Whether people may have been asked about this very call before. */
  readonly resumed: boolean;
}

const withNotes = (message: ToolMessage, { notes }: Pick<JudgedCall, 'notes'>): ToolMessage =>
  notes.length === 0 ? message : { ...message, notes };

/** How an approval port is asked about a tool. */
export const approvalContext = (turn: Turn, tool: string): ApprovalContext => ({
  cacheable: strictAnswer(turn.executor, 'cacheableApproval', tool),
  ...(turn.worker === undefined ? {} : { worker: turn.worker.id }),
});

/** What people answered; a port that fails has no answer. */
const answerTo = async (turn: Turn, request: ApprovalRequest): Promise<ApprovalAnswer> => {
  const none: ApprovalAnswer = { ok: false, code: 'not-approved', message: 'nobody has answered' };
  try {
    return (await turn.options.approvals?.find(request, approvalContext(turn, request.tool))) ?? none;
  } catch {
    return none;
  }
};

const done = ({ call }: Case, message: ToolMessage): Plan => ({ kind: 'done', call, message });

const denied = (one: Case, judged: Judged & { readonly verdict: 'deny' }): Plan => {
  one.turn.recorder.decided(one.call, 'deny', judged);
  const message = toolMessage(one.call, { status: 'denied', output: judged.reason, code: 'denied' });
  return done(one, withNotes(message, judged));
};

const refused = (one: Case, reason: string | undefined): Plan => {
  one.turn.refused.add(callSignature(one.call));
  const said = reason === undefined ? '' : `: ${reason}`;
  const output = `a person refused this call of ${JSON.stringify(one.call.tool)}${said}; nothing ran`;
  return done(one, toolMessage(one.call, { status: 'refused', output, code: 'refused' }));
};

const refusedAgain = (one: Case): Plan => {
  one.turn.reproposals++;
  const output = `a person refused this very call of ${JSON.stringify(one.call.tool)} before; nothing ran: do not propose it again`;
  return done(one, toolMessage(one.call, { status: 'refused', output, code: refusedBefore }));
};

const unattended = (one: Case, request: ApprovalRequest): Plan => {
  const { tool, reason, missing } = request;
  const { turn, call } = one;
  turn.unattendedDenials.push({
    callId: call.id,
    tool,
    reason,
    missing,
    ...(turn.worker === undefined ? {} : { worker: turn.worker }),
  });
  const output = `${reason}, and nobody is there to ask; nothing ran`;
  return done(one, toolMessage(call, { status: 'denied', output, code: 'unattended' }));
};

const ask = (one: Case, judged: Judged & { readonly verdict: 'ask' }): Plan => {
  const { turn, call } = one;
  const { request, trace } = judged;
  turn.recorder.decided(call, 'ask', { reason: request.reason, trace });
  return turn.options.unattended === true ? unattended(one, request) : { kind: 'ask', call, request };
};

const invalid = (one: Case, judged: GateResult & { readonly verdict: 'invalid' }): Plan => {
  const { turn, call, offered } = one;
  const { failure, trace } = judged;
  turn.recorder.decided(call, 'invalid', { reason: failure.message, trace });
  const message = failed(call, failure);
  if (offered === undefined) return done(one, message);
  const names = offered.map(({ name }) => JSON.stringify(name)).join(', ');
  return done(one, { ...message, output: `${failure.message}; now there are also: ${names}` });
};

/** The request that would have asked about a call that is allowed now: people may have answered it. */
const requestOf = (one: Case, { call }: Judged, spec: ToolSpec): ApprovalRequest => ({
  callId: call.id,
  tool: call.tool,
  ...(call.args === undefined ? {} : { args: call.args }),
  ...(call.caller === undefined ? {} : { caller: call.caller }),
  ...(call.session === undefined ? {} : { session: call.session }),
  spec,
  reason: '',
  required: capabilityNames(strictAnswer(one.turn.executor, 'requiredCapabilities', call.tool)),
  missing: [],
  sandboxEscalation: false,
});

const sameArgs = (tool: string, a: JsonValue | undefined, b: JsonValue | undefined): boolean =>
  callSignature({ tool, ...(a === undefined ? {} : { args: a }) }) ===
  callSignature({ tool, ...(b === undefined ? {} : { args: b }) });

/** Gates the arguments that a person put in place of the model's: what runs is what was approved, and a deny stays one. */
const edited = async (one: Case, args: JsonValue): Promise<Plan> => {
  const { turn, call, context } = one;
  const { id: callId, tool } = call;
  const init = { ...one.init, args };
  const judged = await gate(turn.executor, init, context);
  turn.emit({
    type: 'modify',
    by: 'person',
    callId,
    tool,
    ...(call.args === undefined ? {} : { before: call.args }),
    after: args,
  });
  turn.recorder.modified(call, call.args, args);
  if (judged.verdict === 'invalid') return invalid(one, judged);
  if (judged.verdict === 'deny') return denied(one, judged);
  const { trace } = judged;
  if (judged.verdict === 'allow') {
    if (sameArgs(tool, judged.call.args, args)) return { kind: 'run', call, init, trace };
    const output = `${tool} would run with other arguments than those that a person approved; nothing ran`;
    return done(one, toolMessage(call, { status: 'denied', output, code: 'arguments-changed' }));
  }
  const answer = await answerTo(turn, judged.request);
  if (answer.ok && answer.answer === 'refuse') return refused(one, answer.reason);
  if (!answer.ok || answer.args !== undefined) return ask(one, judged);
  return { kind: 'run', call, init, trace, request: judged.request };
};

const asked = async (one: Case, judged: Judged & { readonly verdict: 'ask' }): Promise<Plan> => {
  const answer = await answerTo(one.turn, judged.request);
  if (!answer.ok) return ask(one, judged);
  if (answer.answer === 'refuse') return refused(one, answer.reason);
  if (answer.args !== undefined) return edited(one, answer.args);
  return { kind: 'run', call: one.call, init: one.init, trace: judged.trace, request: judged.request };
};

const allowed = async (one: Case, judged: Judged & { readonly verdict: 'allow' }): Promise<Plan> => {
  const run: Plan = { kind: 'run', call: one.call, init: one.init, trace: judged.trace };
  const spec = one.turn.catalogue.find(one.call.tool);
  if (!one.resumed || one.turn.options.approvals === undefined || spec === undefined) return run;
  // The gate asked before, and does not any more: what a person said of this very call still counts.
  const answer = await answerTo(one.turn, requestOf(one, judged, spec));
  if (!answer.ok) return run;
  if (answer.answer === 'refuse') return refused(one, answer.reason);
  return answer.args === undefined ? run : edited(one, answer.args);
};

/** What is to become of a call that was gated. Runs nothing and uses no approval. */
export const planCall = async (one: Case): Promise<Plan> => {
  const { turn, call, judged } = one;
  const { id: callId, tool } = call;
  const reason =
    judged.verdict === 'deny' ? judged.reason : judged.verdict === 'ask' ? judged.request.reason : undefined;
  turn.emit({ type: 'decision', callId, tool, verdict: judged.verdict, ...(reason === undefined ? {} : { reason }) });
  if (judged.verdict === 'invalid') return invalid(one, judged);
  if (judged.verdict === 'deny') return denied(one, judged);
  if (turn.refused.has(callSignature(call))) return refusedAgain(one);
  return judged.verdict === 'ask' ? asked(one, judged) : allowed(one, judged);
};
