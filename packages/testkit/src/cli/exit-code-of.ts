import type { ConformanceReport } from '../report-types/index.js';
import { type ExitCode, exitCodes } from './exit-codes.js';

/** The exit code for reports; where several apply, the one that needs attention first. */
export const exitCodeOf = (reports: readonly ConformanceReport[]): ExitCode => {
  const results = reports.flatMap((report) => report.results);
  if (results.some(({ verdict }) => verdict === 'kit-error')) return exitCodes.kitError;
  if (results.some(({ verdict, expectedFailure }) => verdict === 'fail' && expectedFailure === undefined)) {
    return exitCodes.violation;
  }
  if (results.some(({ stale }) => stale)) return exitCodes.stale;
  // A subject that no law concerned is red too: nothing has been shown of it.
  return reports.length > 0 && reports.every(({ conformant }) => conformant)
    ? exitCodes.conformant
    : exitCodes.inconclusive;
};
