import type { JsonValue } from './json-value.js';
import { walkJson } from './walk-json.js';

/**
 * Copies a value and freezes the copy all the way down, so that what was checked is what runs.
 *
 * Refuses what is not I-JSON (RFC 7493): `undefined`, functions, `NaN`, class instances, getters, holes, cycles, lone
 * surrogates, noncharacters, and nesting beyond 256 levels. `-0` becomes `0`, as JSON has no other.
 *
 * @throws {JsonError} with a JSON Pointer to the part that is wrong.
 * @example
 * ```ts
 * snapshotJson({ path: 'notes/today.md' });
 * ```
 */
// The walk has refused everything that is not JSON, so what it returns is.
export const snapshotJson = (value: unknown): JsonValue => walkJson(value, 'copy') as JsonValue;
