import type { ToolSpec } from '@pawl/core';
import type { WorkerState } from '../delegation/worker-state.js';

/**
 * What a turn knows that its transcript does not. Plain JSON: keep it with the transcript, and hand it back as
 * `options.state` to go on.
 */
export interface TurnState {
  /** Delegations that wait for a person, by the id of the delegating call. */
  readonly workers: { readonly [callId: string]: WorkerState };
  /** Tools that were recovered. */
  readonly recovered: readonly ToolSpec[];
  /** Whether the turn has used its one recovery. */
  readonly hatchUsed: boolean;
}
