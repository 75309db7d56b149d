import type { ApprovalRequest, Capability } from '@pawl/core';
import type { RememberedScope } from './approval-key.js';

/**
 * What a person answered: yes to this very call (`once`), to these arguments for the session (`call`), or to this tool
 * for the session (`session`).
 */
export type ApprovalScope = 'once' | RememberedScope;

/** A yes as it is kept. Plain JSON; it holds no arguments. */
export interface RememberedApproval {
  /** `approvalKey` of what was approved. */
  readonly key: string;
  /** What the tool required when the person said yes; a tool that requires more now is asked about again. */
  readonly required: readonly Capability[];
}

/**
 * Where approvals are kept. Asynchronous, so that it can live in another process; `approvalRecord` makes what is to be
 * stored. A memory that fails or hangs costs a question to a person, never an unasked run.
 */
export interface ApprovalMemory {
  /**
   * Keeps a person's yes to a request that came back as `pending`. `once` keeps nothing: hand that request back as
   * `context.approved`, which covers that call and no other.
   */
  remember(request: ApprovalRequest, scope: ApprovalScope): Promise<void>;
  /** What is kept under this key, if anything. */
  recall(key: string): Promise<RememberedApproval | undefined>;
  /** Forgets what would cover this request, whatever its scope. */
  revoke(request: ApprovalRequest): Promise<void>;
  /** Forgets everything of a session, in the memories of workers too; `undefined` means the calls without one. */
  clear(session: string | undefined): Promise<void>;
  /** A new, empty memory for a worker; one made earlier for the same id is no longer reachable through `worker`. */
  forWorker(workerId: string): ApprovalMemory;
  /** The memory last made for this worker, to remember its approvals in. */
  worker(workerId: string): ApprovalMemory | undefined;
}
