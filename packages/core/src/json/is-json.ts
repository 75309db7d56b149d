import type { JsonValue } from './json-value.js';
import { maxJsonDepth } from './walk-json.js';

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
};

// A cycle runs into the depth limit.
const check = (value: unknown, depth: number): boolean => {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > maxJsonDepth || !isPlain(value)) return false;
  for (const item of Array.isArray(value) ? value : Object.values(value)) if (!check(item, depth + 1)) return false;
  return true;
};

/**
 * Says whether a value is JSON: plain objects, arrays, strings, finite numbers, booleans, `null`, no cycle, at most 256
 * levels. Unlike `snapshotJson` it takes any string, because what a tool read may hold half a surrogate pair.
 */
export const isJson = (value: unknown): value is JsonValue => check(value, 0);
