import type { SignedApprovalRequest } from './signed-request.js';
import type { SignedApprovalResponse } from './signed-response.js';

/** A request and the answer to it. */
export interface SignedApproval {
  /** What was asked. */
  readonly request: SignedApprovalRequest;
  /** What was answered. */
  readonly response: SignedApprovalResponse;
}
