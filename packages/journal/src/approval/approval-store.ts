import type { ApprovalRequest, JsonValue } from '@pawl/core';
import type { ApprovalRefusal } from './approval-refusal.js';
import type { ApprovalKeyOf } from './remember-key.js';
import type { SignedApproval } from './signed-approval.js';
import type { SignedApprovalRequest } from './signed-request.js';
import type { SignedApprovalResponse } from './signed-response.js';

/** Whose call it is. */
export interface UseOptions {
  /** The delegated worker that asks. */
  readonly worker?: string;
  /**
   * What the executor's `cacheableApproval` says of the tool; where it is not so, only the very call that was asked about
   * is covered, once. Default: the flag of the request's spec.
   */
  readonly cacheable?: boolean;
}

/** What `answer` made of a response. */
export type AnswerResult =
  | {
      /** It was verified and is kept. */
      readonly ok: true;
      /** The request with its answer. */
      readonly approval: SignedApproval;
    }
  | ApprovalRefusal;

/** What `find` found. */
export type FindResult =
  | {
      /** There is an answer that counts. */
      readonly ok: true;
      /** The call may run. */
      readonly answer: 'approve';
      /** What says so. */
      readonly approval: SignedApproval;
      /** The arguments that the person put in place of those that were asked about: only those may run. */
      readonly args?: JsonValue;
    }
  | {
      /** There is an answer that counts. */
      readonly ok: true;
      /** The call must not run. */
      readonly answer: 'refuse';
      /** What says so. */
      readonly approval: SignedApproval;
      /** What the person said. */
      readonly reason?: string;
    }
  | ApprovalRefusal;

/** What `use` found. */
export type UseResult =
  | {
      /** The call may run, and the approval was used for it. */
      readonly ok: true;
      /** To hand to `dispatch` as `context.approved`. */
      readonly approved: ApprovalRequest;
      /** What it runs on. */
      readonly approval: SignedApproval;
    }
  | ApprovalRefusal;

/**
 * The approvals of one session: what people were asked, what they answered, what was used and what was taken back. Every
 * answer is verified when it comes in and again when it is used.
 */
export interface ApprovalStore {
  /** The conversation. */
  readonly session: string;
  /** Names what a remembered approval covers. */
  readonly keyOf: ApprovalKeyOf;
  /** Keeps a request that a person is going to be shown. @throws {ApprovalError} for one that cannot be believed. */
  ask(request: SignedApprovalRequest): Promise<void>;
  /** Takes a person's answer to a request that was asked here. The same answer again is no error; another one is. */
  answer(response: SignedApprovalResponse): Promise<AnswerResult>;
  /**
   * What people have answered to a call. Looks only, so that a batch can be judged before any of it runs; using it is
   * `use`. A refusal counts before any approval. Where a person edited the arguments, they come along, and `use` takes
   * the request with these.
   */
  find(request: ApprovalRequest, options?: UseOptions): Promise<FindResult>;
  /**
   * Uses an approval for a call, where there is one that covers it: a single-use one is spent by this, for every process
   * at once. A refusal by a person counts before any approval.
   */
  use(request: ApprovalRequest, options?: UseOptions): Promise<UseResult>;
  /** The remembered yes under a key of `keyOf`, if it still counts. Looks only; using it is `use`. */
  remembered(key: string, worker?: string): Promise<SignedApproval | undefined>;
  /** Takes an approval back, or a request that is not answered yet; `false` where there was nothing to take back. */
  revoke(requestId: string, reason?: string): Promise<boolean>;
  /** Takes back everything; says how much. */
  revokeAll(reason?: string): Promise<number>;
}
