import type { ToolDecision, ToolVerdict } from '../contract/tool-decision.js';
import type { JsonValue } from '../json/json-value.js';
import { copyOrigin } from './origin.js';

const plainAllow: ToolDecision = Object.freeze({ verdict: 'allow' });

/** Lets the call run as it is. */
export const allow = (): ToolDecision => plainAllow;

/** Lets the call run with other arguments. */
export const modify = (args: JsonValue): ToolDecision => ({ verdict: 'allow', args });

/** Asks a person first. */
export const requireApproval = (reason: string): ToolDecision => ({ verdict: 'ask', reason });

/** Refuses the call without asking anybody; the reason goes to the model, so that it can adapt. */
export const deny = (reason: string): ToolDecision => ({ verdict: 'deny', reason });

/** Lets the call run, with an internal note placed before its result. */
export const injectContext = (note: string): ToolDecision => ({ verdict: 'allow', notes: [note] });

/** How strict a verdict is: 0 for `allow`, 1 for `ask`, 2 for `deny`. */
export const strictness = (verdict: ToolVerdict): number => (verdict === 'allow' ? 0 : verdict === 'ask' ? 1 : 2);

/**
 * Combines two decisions on one call: the strictest verdict with its reason, the notes of both, and the arguments of
 * `inner` over those of `outer`, because the inner has seen the outer's.
 *
 * Associative; `allow()` is its neutral element, and comes back as the other's own object.
 */
export const strictest = (outer: ToolDecision, inner: ToolDecision): ToolDecision => {
  if (outer === plainAllow) return inner;
  if (inner === plainAllow) return outer;
  const difference = strictness(outer.verdict) - strictness(inner.verdict);
  // On a tie the outer speaks, unless it gives no reason.
  const winner = difference > 0 || (difference === 0 && outer.reason !== undefined) ? outer : inner;
  const args = inner.args !== undefined ? inner.args : outer.args;
  const notes = [...(outer.notes ?? []), ...(inner.notes ?? [])];
  const { verdict, reason } = winner;
  // A reason belongs to its verdict: the loser's must not come along with its other fields.
  const { reason: _outer, ...outerRest } = outer;
  const { reason: _inner, ...innerRest } = inner;
  const decision: ToolDecision = {
    ...outerRest,
    ...innerRest,
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(args === undefined ? {} : { args }),
    ...(notes.length === 0 ? {} : { notes }),
  };
  copyOrigin(winner, decision);
  return decision;
};
