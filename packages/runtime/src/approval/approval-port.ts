import type { ApprovalRequest, JsonValue } from '@pawl/core';

/** Whose call it is. */
export interface ApprovalContext {
  /** The delegated worker that asks. */
  readonly worker?: string;
  /** Whether an approval of the tool may be remembered, as the executor says. */
  readonly cacheable?: boolean;
}

/** There is no approval that counts. */
export interface NotApproved {
  /** It does not. */
  readonly ok: false;
  /** Why, for machines. */
  readonly code: string;
  /** Why, as a sentence. */
  readonly message: string;
}

/** What people have answered to a call. */
export type ApprovalAnswer =
  | {
      /** There is an answer. */
      readonly ok: true;
      /** The call may run. */
      readonly answer: 'approve';
      /** The arguments to run instead, where the person edited them. */
      readonly args?: JsonValue;
    }
  | {
      /** There is an answer. */
      readonly ok: true;
      /** The call must not run. */
      readonly answer: 'refuse';
      /** What the person said. */
      readonly reason?: string;
    }
  | NotApproved;

/** What became of a try to use an approval. */
export type ApprovalUse =
  | {
      /** The call may run, and the approval was used for it. */
      readonly ok: true;
      /** What was approved. */
      readonly approved: ApprovalRequest;
    }
  | NotApproved;

/** Where the answers of people are. The approval stores of `@pawl/journal` are such ports, and so is `decisionsOf`. */
export interface ApprovalPort {
  /** What people have answered to a call. Looks only. */
  find(request: ApprovalRequest, context?: ApprovalContext): Promise<ApprovalAnswer>;
  /** Uses the approval of a call; a single-use one is spent by this, whatever becomes of the call. */
  use(request: ApprovalRequest, context?: ApprovalContext): Promise<ApprovalUse>;
}
