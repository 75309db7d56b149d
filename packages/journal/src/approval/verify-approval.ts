import type { ApprovalRequest } from '@pawl/core';
import type { KeyRing } from '../keys/key-ring.js';
import { type ApprovalRefusal, refusal } from './approval-refusal.js';
import { checkFits } from './check-fits.js';
import { checkSigned } from './check-signed.js';
import type { SignedApproval } from './signed-approval.js';

/** What an approval is verified for. */
export interface VerifyApprovalOptions {
  /** What the gate asks now, with the arguments that would run. */
  readonly request: ApprovalRequest;
  /** The keys that are trusted. */
  readonly keys: KeyRing;
  /** The delegated worker that asks. */
  readonly worker?: string;
  /** What the executor's `cacheableApproval` says. Default: the flag of the request's spec. */
  readonly cacheable?: boolean;
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

/** What an approval is worth for a call. */
export type ApprovalVerdict =
  | {
      /** It covers the call. */
      readonly ok: true;
      /** To hand to `gate` or `dispatch` as `context.approved`. */
      readonly approved: ApprovalRequest;
    }
  | ApprovalRefusal;

/**
 * Whether a signed approval covers a call. Says nothing of whether it was used or taken back: an `ApprovalStore` does.
 *
 * @example
 * ```ts
 * const verdict = verifyApproval({ request: signed, response }, { request: outcome.request, keys });
 * if (verdict.ok) await dispatch(tools, call, { approved: verdict.approved });
 * ```
 */
export const verifyApproval = (approval: SignedApproval, options: VerifyApprovalOptions): ApprovalVerdict => {
  const { request, keys, worker, cacheable = request.spec.cacheableApproval === true, now = Date.now } = options;
  const problem = checkSigned(approval, keys, now()) ?? checkFits(approval, { request, worker, cacheable });
  if (problem !== undefined) return problem;
  if (approval.response.answer === 'refuse')
    return refusal('refused', `a person refused ${JSON.stringify(request.tool)}`);
  return { ok: true, approved: request };
};
