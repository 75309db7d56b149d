/**
 * A layer that keeps untrusted content from acting, for callers that keep no taint of their own.
 *
 * @packageDocumentation
 */
export { LayerOptionError, type LayerOptionErrorCode } from '../options/layer-option-error.js';
export { type TaintLedgerOptions, taintLedger } from './in-process-ledger.js';
export type * from './policy-options.js';
export { type TaintGateOptions, taintGate } from './taint-gate.js';
export type * from './taint-ledger.js';
