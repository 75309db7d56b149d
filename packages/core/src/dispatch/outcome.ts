import type { ToolCall } from '../contract/tool-call.js';
import type { ToolFailure } from '../contract/tool-failure.js';
import type { ToolExecution } from '../contract/tool-outcome.js';
import type { ApprovalRequest } from './approval-request.js';
import type { TraceEntry } from './trace.js';

/** What every outcome says. */
export interface OutcomeBase {
  readonly callId: string;
  readonly tool: string;
  /** As it ran, or would run: with the arguments after every rewrite. Absent where the call itself was invalid. */
  readonly call?: ToolCall;
  /** Internal notes to place before the result. */
  readonly notes: readonly string[];
  readonly trace: readonly TraceEntry[];
}

/** Nothing ran: refused, or waiting for a person. */
export type NotRunOutcome = OutcomeBase &
  (
    | { readonly status: 'denied'; readonly reason: string }
    /** Hand `request` back as `context.approved` once a person has said yes. */
    | { readonly status: 'pending'; readonly request: ApprovalRequest }
  );

/** The call failed, before it started (`failure.outcome` is `not-started`) or later. */
export type FailedOutcome = OutcomeBase & {
  readonly status: 'failed';
  readonly failure: ToolFailure;
  /** Whether the failure's text may have been written by somebody outside. */
  readonly untrusted: boolean;
};

/** What `dispatch` made of a call. */
export type DispatchOutcome =
  | NotRunOutcome
  | FailedOutcome
  | (OutcomeBase & {
      readonly status: 'executed';
      readonly execution: ToolExecution;
      /** Whether the result may hold text that somebody outside wrote: it taints the context. */
      readonly untrusted: boolean;
    });
