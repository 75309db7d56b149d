/**
 * A layer that advertises the tools that fit a query, and recovers those it hides.
 *
 * @packageDocumentation
 */
export { LayerOptionError, type LayerOptionErrorCode } from '../options/layer-option-error.js';
export type { WhenUnmatched } from '../options/when-unmatched.js';
export type { ExampleQueries } from './catalogue.js';
export type { RetrievalGateOptions } from './options.js';
export { retrievalGate } from './retrieval-gate.js';
