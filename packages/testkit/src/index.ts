/**
 * Laws of the executor contract, and a kit that checks any executor, wrapper, composite or chain against them.
 *
 * @packageDocumentation
 */
export * from './report-types/index.js';
