import type { SignedApproval } from './signed-approval.js';
import type { SignedApprovalRequest } from './signed-request.js';

/** An approval and what became of it. */
export interface StoredApproval {
  /** Request and response, as they were signed. */
  readonly approval: SignedApproval;
  /** Whether it was taken back. */
  readonly revoked: boolean;
  /** Whether a single use of it was used. */
  readonly used: boolean;
}

/** What became of a try to use an approval. */
export type Consumption = 'consumed' | 'replayed' | 'revoked' | 'unknown';

/** Where the approvals of one session are kept. It believes nothing and checks nothing; each step is atomic. */
export interface ApprovalBackend {
  /** Keeps a request; `false` where its id was used before. */
  addRequest(request: SignedApprovalRequest): Promise<boolean>;
  /** The request of this id. */
  findRequest(id: string): Promise<SignedApprovalRequest | undefined>;
  /** Keeps an answer under keys; the first one stays. Gives back the one that is kept. */
  addAnswer(approval: SignedApproval, keys: readonly string[]): Promise<StoredApproval>;
  /** The answers under a key, oldest first. */
  find(key: string): Promise<readonly StoredApproval[]>;
  /** Uses an approval for a call: once only where `single`. */
  consume(id: string, use: { readonly callId: string; readonly single: boolean }): Promise<Consumption>;
  /** Takes back a request and the answer to it; `false` where there is none, or it was taken back before. */
  revoke(id: string, reason: string | undefined): Promise<boolean>;
  /** The ids of all requests. */
  ids(): Promise<readonly string[]>;
}
