import type { ApprovalRequest, ToolCallInit, TraceEntry } from '@pawl/core';
import type { ProposedCall, ToolMessage } from '../message/message.js';

/** What is to become of a call. */
export type Plan = { readonly call: ProposedCall } & (
  | { readonly kind: 'done'; readonly message: ToolMessage }
  | {
      readonly kind: 'run';
      readonly init: ToolCallInit;
      /** What a person approved, to be used right before it runs. */
      readonly request?: ApprovalRequest;
      readonly trace: readonly TraceEntry[];
    }
  | { readonly kind: 'delegate' }
  | { readonly kind: 'ask'; readonly request: ApprovalRequest }
);

/** A call that is to run. */
export type RunPlan = Extract<Plan, { readonly kind: 'run' }>;

/** The calls of one model step that have no result yet. */
export interface Batch {
  /** Where the assistant message is. */
  readonly at: number;
  readonly calls: readonly ProposedCall[];
  /** Whether an earlier run left it open. */
  readonly resumed: boolean;
}
