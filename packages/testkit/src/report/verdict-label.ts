import type { LawResult } from '../report-types/index.js';

/** The verdict as people read it; an expected failure and a stale expectation have words of their own. */
export const verdictLabel = ({ verdict, stale, expectedFailure }: LawResult): string => {
  if (stale) return 'stale';
  if (verdict === 'fail' && expectedFailure !== undefined) return 'expected';
  return verdict.replace('-', ' ');
};

/** Why a result is what it is, in a sentence; empty for a plain pass or failure. */
export const verdictReason = ({ verdict, stale, expectedFailure, reason }: LawResult): string => {
  if (stale) return `listed as an expected failure (${expectedFailure}) and does not fail: take it off the list`;
  if (verdict === 'fail' && expectedFailure !== undefined) return `expected: ${expectedFailure}`;
  return reason ?? '';
};
