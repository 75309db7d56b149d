import type { Capability, Taint } from '@pawl/core';
import type { PendingApproval } from '../approval/pending-approval.js';
import type { WorkerRef } from '../delegation/worker-ref.js';
import type { HandoffRequest } from '../handoff/handoff-descriptor.js';
import type { StopReason } from '../model/chat-model.js';
import type { TurnProgress } from './turn-error.js';

/** A call that would have asked, where nobody was there to ask. It was refused. */
export interface UnattendedDenial {
  /** The call's id. */
  readonly callId: string;
  /** The tool's name. */
  readonly tool: string;
  /** Why it would have asked. */
  readonly reason: string;
  /** What the tool requires and is not granted. */
  readonly missing: readonly Capability[];
  /** The delegated worker that called. */
  readonly worker?: WorkerRef;
}

/** Why a turn was stopped. */
export type TurnStop =
  /** It has used its model calls. */
  | 'max-steps'
  /** The model kept proposing what a person had refused. */
  | 'breaker'
  /** `options.signal` was aborted. */
  | 'cancelled'
  /** It has used its time. */
  | 'deadline';

/** What became of a turn. Plain JSON. */
export interface TurnResult extends TurnProgress {
  /**
   * `completed`: the model has said what it had to. `paused`: people must be asked; run it again with their answers.
   * `handoff`: another agent is to go on. `stopped`: see `stop`.
   */
  readonly status: 'completed' | 'paused' | 'handoff' | 'stopped';
  /** Why it was stopped. */
  readonly stop?: TurnStop;
  /** What people must be asked; not empty exactly where the turn is paused. */
  readonly pendingApprovals: readonly PendingApproval[];
  /** Model calls of this run, workers not included. */
  readonly steps: number;
  /** Why the model stopped the last time. */
  readonly stopReason?: StopReason;
  /** What would have asked, where nobody was there to ask; workers included. */
  readonly unattendedDenials: readonly UnattendedDenial[];
  /** Whom the conversation is handed to. */
  readonly handoff?: HandoffRequest;
  /** Whether untrusted content is in the context now. */
  readonly taint: Taint;
}
