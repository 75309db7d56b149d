/**
 * The caller of tools: turns, approvals, delegation, proposals of actions, detached streams.
 *
 * @packageDocumentation
 */
export * from './detached/index.js';
export * from './proposal/index.js';
