import { type JsonValue, ToolFailure } from '@pawl/core';
import type { ActionResult, SettledAction } from './action-result.js';

/** What a paused proposal needs to go on, in this process or another. Plain JSON; it is trusted, so keep it safe. */
export interface ProposalResume {
  /** Of the proposal that was paused. */
  readonly digest: string;
  /** What is done and never runs again. */
  readonly settled: readonly SettledAction[];
  /** Tries already made by actions that were paused between two of them. */
  readonly attempts: readonly {
    /** The action's. */
    readonly id: string;
    /** How many. */
    readonly made: number;
  }[];
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

/** The result that was settled before the pause. */
export const actionResult = (settled: SettledAction): ActionResult =>
  settled.status === 'failed'
    ? { ...settled, failure: new ToolFailure(settled.failure.message, settled.failure) }
    : settled;
