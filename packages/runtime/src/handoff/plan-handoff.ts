import type { Plan } from '../batch/plan.js';
import { skipped, toolMessage } from '../batch/tool-message.js';
import type { ProposedCall } from '../message/message.js';
import { handoffToolName } from '../message/reserved-tools.js';
import type { Turn } from '../turn/turn.js';
import type { HandoffRequest } from './handoff-descriptor.js';

/** A batch that holds a handoff. */
interface HandoffPlan {
  /** A result for each call; nothing runs. */
  readonly plans: readonly Plan[];
  /** The handoff, where one of them is valid. */
  readonly request?: HandoffRequest;
}

const argsOf = (call: ProposedCall): Readonly<Record<string, unknown>> =>
  typeof call.args === 'object' && call.args !== null && !Array.isArray(call.args) ? { ...call.args } : {};

const requestOf = (turn: Turn, call: ProposedCall): HandoffRequest | undefined => {
  const { agent, reason } = argsOf(call);
  const known = turn.options.handoffs?.some((descriptor) => descriptor.agent === agent) === true;
  if (typeof agent !== 'string' || !known || call.duplicateOf !== undefined) return undefined;
  const { context } = call.args as { readonly context?: HandoffRequest['context'] }; // it had an agent, so it is an object
  return {
    callId: call.id,
    agent,
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(context === undefined ? {} : { context }),
    untrusted: turn.taint() === 'tainted',
  };
};

const resultOf = (turn: Turn, call: ProposedCall, request: HandoffRequest | undefined): Plan => {
  if (request?.callId === call.id) {
    const output = `the conversation is handed to ${request.agent}`;
    return { kind: 'done', call, message: toolMessage(call, { status: 'executed', output }) };
  }
  if (call.tool === handoffToolName && request === undefined) {
    const agents = turn.options.handoffs?.map(({ agent }) => agent).join(', ') ?? '';
    const output = `there is no such agent to hand off to; there are: ${agents}`;
    const said = { status: 'failed', output, code: 'invalid-arguments', outcome: 'not-started' } as const;
    return { kind: 'done', call, message: toolMessage(call, said) };
  }
  return { kind: 'done', call, message: skipped(call, 'a handoff was called beside this call', 'handoff') };
};

/** A batch with a handoff: the first valid one wins, and nothing else of the batch runs. */
export const planHandoff = (turn: Turn, calls: readonly ProposedCall[]): HandoffPlan | undefined => {
  if (!turn.catalogue.handles(handoffToolName)) return undefined;
  const handoffs = calls.filter(({ tool }) => tool === handoffToolName);
  if (handoffs.length === 0) return undefined;
  let request: HandoffRequest | undefined;
  for (const call of handoffs) request ??= requestOf(turn, call);
  const plans = calls.map((call) => resultOf(turn, call, request));
  return request === undefined ? { plans } : { plans, request };
};
