import { type ApprovalRequest, capabilities, isSubset } from '@pawl/core';
import { type ApprovalRefusal, refusal } from './approval-refusal.js';
import { bindingOf } from './binding.js';
import type { SignedApproval } from './signed-approval.js';

/** The call that an approval is to be used for. */
export interface ApprovalSubject {
  /** What the gate asks now. */
  readonly request: ApprovalRequest;
  /** The delegated worker that asks. */
  readonly worker: string | undefined;
  /** Whether an approval of this tool may be remembered at all. */
  readonly cacheable: boolean;
}

const grown = (asked: ApprovalRequest, now: ApprovalRequest): boolean =>
  !isSubset(capabilities(...now.required), capabilities(...asked.required)) ||
  !isSubset(capabilities(...now.missing), capabilities(...asked.missing)) ||
  (now.sandboxEscalation && !asked.sandboxEscalation);

const fits = ({ request, response }: SignedApproval, subject: ApprovalSubject): ApprovalRefusal | undefined => {
  const bound = response.binding;
  const now = bindingOf(subject.request, subject.worker);
  const tool = JSON.stringify(now.tool);
  if (bound.session !== now.session) return refusal('other-session', `the approval of ${tool} is of another session`);
  if (bound.caller !== now.caller) return refusal('other-caller', `the approval of ${tool} is of another caller`);
  if (bound.worker !== now.worker) return refusal('other-worker', `the approval of ${tool} is of another worker`);
  if (bound.tool !== now.tool) return refusal('other-tool', `the approval is of another tool than ${tool}`);
  if (bound.fingerprint !== now.fingerprint) {
    return refusal('definition-changed', `${tool} is defined otherwise than when it was approved: ask again`);
  }
  const isOwn = bound.callId === now.callId;
  // A no may always be remembered; it loosens nothing.
  const isRefusal = response.answer === 'refuse';
  if (!isOwn && (response.scope === 'once' || !(subject.cacheable || isRefusal))) {
    return refusal('other-call', `the approval of ${tool} is for another call`);
  }
  // A yes to any arguments is a yes from the next call on; what was shown for this one is what this one may run with.
  if ((isOwn || response.scope !== 'session') && bound.argsDigest !== now.argsDigest) {
    return refusal('arguments-changed', `${tool} would run with other arguments than were approved: ask again`);
  }
  return !isRefusal && grown(request.request, subject.request)
    ? refusal('capabilities-grown', `${tool} requires or lacks more than was shown to the person: ask again`)
    : undefined;
};

/** Why an approval does not cover a call; nothing where it does. What cannot be compared is not covered. */
export const checkFits = (approval: SignedApproval, subject: ApprovalSubject): ApprovalRefusal | undefined => {
  try {
    return fits(approval, subject);
  } catch {
    return refusal('malformed', 'the call or its approval cannot be compared');
  }
};

/** Whether an approval answers this very call as it was asked about, before the person edited its arguments. */
export const fitsAsAsked = (approval: SignedApproval, subject: ApprovalSubject): boolean => {
  const { request, response } = approval;
  if (request.binding.callId !== subject.request.callId) return false;
  return checkFits({ request, response: { ...response, binding: request.binding } }, subject) === undefined;
};
