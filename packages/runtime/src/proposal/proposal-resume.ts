import { type JsonValue, ToolFailure } from '@pawl/core';
import type { ActionResult, SettledAction } from './action-result.js';
import type { ActionTries } from './action-tries.js';

/** Why a proposal ended early. Plain JSON. */
export interface ProposalHalt {
  /** By an action, or by the caller's signal. */
  readonly status: 'aborted' | 'cancelled';
  /** Why. */
  readonly reason: string;
}

/** What a proposal needs to go on, in this process or another. Plain JSON; it is trusted, so keep it safe. */
export interface ProposalResume {
  /** Of the proposal. */
  readonly digest: string;
  /** What is done and never runs again. */
  readonly settled: readonly SettledAction[];
  /** Those of `settled` whose changes of the state may not have been applied. Left out where there are none. */
  readonly unapplied?: readonly string[];
  /** Tries already made by actions that are not settled. */
  readonly attempts: readonly ActionTries[];
  /** That it ended early. The state may not be restored yet. Left out where it did not. */
  readonly halted?: ProposalHalt;
  /** The state before the first action, for an abort later. Left out where there is no state. */
  readonly before?: JsonValue;
}

/** The result as plain JSON; `undefined` for one that is not settled. */
export const settledAction = (result: ActionResult): SettledAction | undefined => {
  if (result.status === 'pending' || result.status === 'not-run') return undefined;
  // The narrowing of a union by its members does not reach the intersection; the status was compared.
  if (result.status !== 'failed') return result as SettledAction;
  const { message, code, terminal, outcome, output } = result.failure;
  return { ...result, failure: { message, code, terminal, outcome, ...(output === undefined ? {} : { output }) } };
};

/** The result that was settled in an earlier run. */
export const actionResult = (settled: SettledAction): ActionResult =>
  settled.status === 'failed'
    ? { ...settled, failure: new ToolFailure(settled.failure.message, settled.failure) }
    : settled;
