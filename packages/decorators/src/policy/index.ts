/**
 * A layer that decides about calls by rules that are data.
 *
 * @packageDocumentation
 */
export { LayerOptionError, type LayerOptionErrorCode } from '../options/layer-option-error.js';
export type { ArgumentTest, PolicyCondition, PolicyOptions, PolicyRule } from './options.js';
export { policy } from './policy.js';
