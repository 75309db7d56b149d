/**
 * Tool sets of plain functions, and the composite that routes to many executors.
 *
 * @packageDocumentation
 */
export * from './json-schema/index.js';
export * from './registry/index.js';
export * from './toolset/index.js';
