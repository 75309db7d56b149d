import type { LawResult } from '../report-types/index.js';

/** How a result counts: `passed` and `failed` as in any test runner; what says nothing, or is expected, is `skipped`. */
export type Standing = 'passed' | 'failed' | 'skipped';

/** How a result counts in the last line of a run. Only a pass passes; vacuous and inconclusive fail. */
export const standing = ({ verdict, stale, expectedFailure }: LawResult): Standing => {
  if (stale) return 'failed';
  if (verdict === 'pass') return 'passed';
  if (verdict === 'not-applicable') return 'skipped';
  return verdict === 'fail' && expectedFailure !== undefined ? 'skipped' : 'failed';
};
