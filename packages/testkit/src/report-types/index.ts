export type { ConformanceReport, ReportedOptions, ReportedSubject } from './conformance-report.js';
export type { ChainStep, Counterexample } from './counterexample.js';
export type { Coverage, LawResult } from './law-result.js';
export { type Verdict, verdicts } from './verdict.js';
