/**
 * A layer that remembers a person's approvals, and the memory it keeps them in.
 *
 * @packageDocumentation
 */
export { LayerOptionError, type LayerOptionErrorCode } from '../options/layer-option-error.js';
export { type ApprovalCacheOptions, approvalCache } from './approval-cache.js';
export { type ApprovalSubject, approvalKey, type RememberedScope, sessionKey } from './approval-key.js';
export type { ApprovalMemory, ApprovalScope, RememberedApproval } from './approval-memory.js';
export { type ApprovalRecord, approvalRecord } from './approval-record.js';
export { type ApprovalMemoryOptions, approvalMemory } from './in-process-memory.js';
