import type { ApprovalRequest, JsonValue, ToolExecutor } from '@pawl/core';
import type { ApprovalScope } from './subject.js';

/** A call as the model of a turn proposes it. */
export interface ProposedToolCall {
  readonly id: string;
  readonly tool: string;
  /** Absent where the call has none. */
  readonly args?: JsonValue;
}

/** What a person answered to a request that an earlier run reported. */
export interface CallerDecision {
  readonly request: ApprovalRequest;
  readonly answer: 'approve' | 'refuse';
  /** Arguments to run instead, where the person edited them. */
  readonly args?: JsonValue;
  readonly scope: ApprovalScope;
}

/** What a caller is to do: one turn, from its start or from where an earlier run left it. */
export interface CallerTurn {
  readonly executor: ToolExecutor;
  readonly session: string;
  readonly caller: string;
  /**
   * What the scripted model proposes: one batch a model step; after the last one it only says that it is done. How far it
   * got has to be in `saved`, as a transcript tells it.
   */
  readonly batches: readonly (readonly ProposedToolCall[])[];
  /** What the last `save` of the same turn got; absent at its start. */
  readonly saved?: JsonValue;
  /** What people answered so far, oldest first. */
  readonly decisions: readonly CallerDecision[];
  /** Keeps the state; when it has settled, the state survives a crash. Rejects where the process is dead. */
  readonly save: (state: JsonValue) => Promise<void>;
  /** Spends a single-use approval durably; `false` where it was spent before, by an earlier run or elsewhere. */
  readonly spend: (request: ApprovalRequest) => Promise<boolean>;
}

/** What the model sees of a call. */
export interface CallerResult {
  readonly callId: string;
  readonly tool: string;
  /**
   * `executed` and `failed`: what the tool answered, `failed` also for a name that is not offered. `denied`: the gate, or an
   * approval that does not count, kept it from running. `refused`: a person did. `unknown`: it may have run.
   */
  readonly status: 'executed' | 'failed' | 'denied' | 'refused' | 'unknown';
  readonly output: JsonValue;
  /** Whether somebody outside may have written it. */
  readonly untrusted: boolean;
}

/** How a run of a caller ended. */
export interface CallerReport {
  /** What people must be asked; then nothing of that batch has run. Empty where the turn is done. */
  readonly pending: readonly ApprovalRequest[];
  /** All results of the turn, earlier runs included, in call order: one a call. A batch that waits for people has none yet. */
  readonly results: readonly CallerResult[];
}
