/**
 * A layer that hands out earlier results of tools that only read.
 *
 * @packageDocumentation
 */
export { LayerOptionError, type LayerOptionErrorCode } from '../options/layer-option-error.js';
export { type CacheOptions, cache } from './cache.js';
