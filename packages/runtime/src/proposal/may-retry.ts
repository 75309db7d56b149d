import { type FailedOutcome, specsByName, strictSpecs, type ToolSpec } from '@pawl/core';
import type { Action } from './action.js';
import type { ProposalRun } from './proposal-run.js';

/** Whether the tool itself says that running twice changes nothing more. The author of a proposal cannot say it. */
const isSafeToRepeat = (spec: ToolSpec | undefined): boolean =>
  spec?.annotations?.idempotentHint === true || spec?.annotations?.readOnlyHint === true;

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
  if (failure.outcome !== 'unknown') return true;
  return isSafeToRepeat(specsByName(run.context.advertised ?? strictSpecs(run.executor)).get(action.tool));
};
