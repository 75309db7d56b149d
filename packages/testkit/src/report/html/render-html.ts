import type { ConformanceReport } from '../../report-types/index.js';
/** stub */
export const renderHtml = (reports: readonly ConformanceReport[]): string => String(reports.length);
