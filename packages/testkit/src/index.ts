/**
 * Laws of the executor contract, and a kit that checks any executor, wrapper, composite or chain against them.
 *
 * @packageDocumentation
 */
export type { Law, Need } from './law/law.js';
export { laws } from './laws/index.js';
export * from './report-types/index.js';
export * from './run/index.js';
export * from './subject/index.js';
