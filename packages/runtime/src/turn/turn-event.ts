import type { JsonValue, ToolProgress, ToolSpec } from '@pawl/core';
import type { RedactionCount } from '@pawl/journal';
import type { PendingApproval } from '../approval/pending-approval.js';
import type { DelegateRecord } from '../delegation/delegate-record.js';
import type { WorkerRef } from '../delegation/worker-ref.js';
import type { HandoffRequest } from '../handoff/handoff-descriptor.js';
import type { Message, ProposedCall, ToolMessage } from '../message/message.js';

/** What every event about one call says. */
export interface TurnCallEvent {
  /** The call's id. */
  readonly callId: string;
  /** The tool's name. */
  readonly tool: string;
}

/** What layers, or a person, did to a call or its result. */
export type TurnChangeEvent =
  /** A layer, or a person, replaced the arguments. */
  | (TurnCallEvent & {
      readonly type: 'modify';
      readonly by: 'layer' | 'person';
      readonly before?: JsonValue;
      readonly after?: JsonValue;
    })
  /** A layer gave notes. */
  | (TurnCallEvent & { readonly type: 'inject'; readonly notes: readonly string[] })
  /** Something was taken out of a result: rules and counts, nothing else. */
  | (TurnCallEvent & { readonly type: 'redaction'; readonly rules: readonly RedactionCount[] });

/** What happens, by its type. */
export type TurnEventBody =
  /** The model is asked. */
  | { readonly type: 'step'; readonly step: number }
  /** The model says something; only where text is streamed. */
  | { readonly type: 'text'; readonly text: string }
  /** A message joined the transcript; results come as `result`. */
  | { readonly type: 'message'; readonly message: Message }
  /** The gate decided. */
  | (TurnCallEvent & {
      readonly type: 'decision';
      readonly verdict: 'allow' | 'ask' | 'deny' | 'invalid';
      readonly reason?: string;
    })
  /** A tool is started. */
  | (TurnCallEvent & { readonly type: 'started'; readonly attempt: number })
  /** A tool says how far it has come. */
  | (TurnCallEvent & { readonly type: 'progress'; readonly progress: ToolProgress })
  | TurnChangeEvent
  /** A call has its result. Calls that run together end in any order. */
  | { readonly type: 'result'; readonly message: ToolMessage }
  /** The escape hatch added tools. */
  | (TurnCallEvent & { readonly type: 'recovered'; readonly specs: readonly ToolSpec[] })
  /** A person must be asked. */
  | { readonly type: 'approval'; readonly pending: PendingApproval }
  /** A delegation ended, or waits for a person. */
  | { readonly type: 'delegation'; readonly record: DelegateRecord }
  /** The conversation is left to another agent. */
  | { readonly type: 'handoff'; readonly handoff: HandoffRequest }
  /** The model proposed calls where it may not: in the forced closing text. They do not run. */
  | { readonly type: 'ignored-calls'; readonly calls: readonly ProposedCall[] };

/** What happens in a turn. */
export type TurnEvent = TurnEventBody & {
  /** The delegated worker in which it happens. */
  readonly worker?: WorkerRef;
};
