import type { ConformanceReport } from '../report-types/index.js';
import { standing } from './standing.js';

/** How many results passed, failed and were skipped. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Counts the results of all reports. */
export const tally = (reports: readonly ConformanceReport[]): Tally => {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { results } of reports) for (const result of results) counts[standing(result)]++;
  return counts;
};

/** The last line of every run. */
export const tallyLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
