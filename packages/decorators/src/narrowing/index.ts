/**
 * A layer that withholds tools and restricts arguments as a matter of policy.
 *
 * @packageDocumentation
 */
export { LayerOptionError, type LayerOptionErrorCode } from '../options/layer-option-error.js';
export type { WhenUnmatched } from '../options/when-unmatched.js';
export type * from './argument-rule.js';
export { narrowing } from './narrowing.js';
export type { NarrowingOptions } from './options.js';
