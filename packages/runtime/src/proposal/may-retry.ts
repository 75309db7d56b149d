import type { FailedOutcome } from '@pawl/core';
import type { Action } from './action.js';
import type { ProposalRun } from './proposal-run.js';
import { isSafeToRepeat } from './safe-to-repeat.js';

/**
 * Whether a failure licenses another try: never a terminal one, one that ended the call before it was one, or one that
 * may have taken effect, unless the tool may be repeated.
 */
export const mayRetry = (
  run: ProposalRun,
  action: Action,
  { outcome, made }: { readonly outcome: FailedOutcome; readonly made: number },
): boolean => {
  const { failure, call } = outcome;
  if (action.onFailure !== 'retry' || made > (action.maxRetries ?? 3)) return false;
  if (failure.terminal || call === undefined) return false;
  return failure.outcome !== 'unknown' || isSafeToRepeat(run, action.tool);
};
