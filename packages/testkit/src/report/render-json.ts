import type { ConformanceReport } from '../report-types/index.js';

/**
 * Reports as JSON: an array, one entry for each subject, with the keys in the order of the type. The same reports give
 * the same text.
 */
export const renderJson = (reports: readonly ConformanceReport[]): string => `${JSON.stringify(reports, null, 2)}\n`;
