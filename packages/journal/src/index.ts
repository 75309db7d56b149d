/**
 * Signed, hash-chained events in append-only files, and verified approvals.
 *
 * @packageDocumentation
 */
export { type ApprovalMemoryView, approvalMemoryOf, type RememberedApproval } from './approval/approval-memory-of.js';
export { ApprovalError, type ApprovalRefusal, type ApprovalRefusalCode } from './approval/approval-refusal.js';
export type { AnswerResult, ApprovalStore, FindResult, UseOptions, UseResult } from './approval/approval-store.js';
export type { ApprovalBinding } from './approval/binding.js';
export { type ApprovalsOptions, journalApprovals } from './approval/journal-approvals.js';
export { type ApprovalKeyOf, type RememberedScope, rememberKey } from './approval/remember-key.js';
export { type SignRequestOptions, signRequest } from './approval/sign-request.js';
export { type SignResponseOptions, signResponse } from './approval/sign-response.js';
export type { SignedApproval } from './approval/signed-approval.js';
export { requestDigest, type SignedApprovalRequest } from './approval/signed-request.js';
export type { ApprovalScope, SignedApprovalResponse } from './approval/signed-response.js';
export { type ApprovalVerdict, type VerifyApprovalOptions, verifyApproval } from './approval/verify-approval.js';
export { type Digest, digestJson, fingerprint } from './event/digest.js';
export type { CallEventData, JournalEventMap, JournalEventType, RedactionCount } from './event/event-map.js';
export { genesis, type JournalEvent, type JournalEventOf } from './event/journal-event.js';
export { redactionData } from './event/redaction-data.js';
export { journalFileName } from './file/file-name.js';
export type { TailRecovery } from './file/mend-tail.js';
export { type FileJournal, type FileJournalOptions, openFileJournal } from './file/open-file-journal.js';
export { type ProcessIdentity, type ProcessTable, systemProcesses } from './file/process-table.js';
export type { AppendableType, Journal, JournalHead } from './journal/journal.js';
export { JournalError, type JournalErrorCode } from './journal/journal-error.js';
export { memoryJournal } from './journal/memory-journal.js';
export { type Ed25519Key, keyIdOf } from './keys/key-id.js';
export { type KeyRing, type KeyUse, keyRing, type TrustedKey, type TrustedKeyInit } from './keys/key-ring.js';
export { ed25519Signer, type Signer } from './keys/signer.js';
export type { WriterOptions } from './options/check-writer-options.js';
export type { ChainFault } from './verify/chain-state.js';
export type { Checkpoint } from './verify/checkpoint.js';
export { type VerifyOptions, type VerifyResult, verify } from './verify/verify.js';
export { verifyFile } from './verify/verify-file.js';
