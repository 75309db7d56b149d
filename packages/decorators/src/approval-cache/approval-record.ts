import { type ApprovalRequest, capabilities, capabilityNames } from '@pawl/core';
import { approvalKey, type RememberedScope, sessionKey } from './approval-key.js';
import type { RememberedApproval } from './approval-memory.js';

/** A yes as it is stored, with the key to find it by when its session ends. */
export interface ApprovalRecord extends RememberedApproval {
  /** `sessionKey` of the request's session. */
  readonly sessionKey: string;
}

/**
 * What a memory stores for a yes: keys and capability names, no arguments.
 *
 * @throws {JsonError} for arguments that are not I-JSON. @throws {RangeError} for a name that is no capability.
 */
export const approvalRecord = (request: ApprovalRequest, scope: RememberedScope): ApprovalRecord => ({
  key: approvalKey(request, scope),
  sessionKey: sessionKey(request.session),
  required: capabilityNames(capabilities(...request.required)),
});
