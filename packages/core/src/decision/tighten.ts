import type { ToolCall } from '../contract/tool-call.js';
import type { ToolDecision } from '../contract/tool-decision.js';
import type { ToolExecutor } from '../contract/tool-executor.js';
import { withArgs } from '../executor/tool-call.js';
import { strictest } from './decisions.js';

/**
 * What a layer's `preDispatch` returns: its own decision, and the inner's on the arguments that `own` leaves, combined.
 * A deny is final, so the inner is not asked.
 *
 * @example
 * ```ts
 * preDispatch: (call) => tighten(call, deny('no writes on Sundays'), inner)
 * ```
 */
export const tighten = (call: ToolCall, own: ToolDecision, inner: ToolExecutor): Promise<ToolDecision> => {
  if (own.verdict === 'deny') return Promise.resolve(own);
  const answer = inner.preDispatch(own.args === undefined ? call : withArgs(call, own.args));
  return own.verdict === 'allow' && own.args === undefined && own.notes === undefined
    ? answer
    : answer.then((decision) => strictest(own, decision));
};
