/**
 * Layers for tool executors. Import one from its own subpath, such as `@pawl/decorators/narrowing`, to load nothing else.
 *
 * @packageDocumentation
 */
export * from './approval-cache/index.js';
export * from './cache/index.js';
export * from './narrowing/index.js';
export * from './policy/index.js';
export * from './redaction/index.js';
export * from './retrieval-gate/index.js';
export * from './taint-gate/index.js';
