import type { JsonObject, JsonValue } from './json-value.js';
import { walkJson } from './walk-json.js';

const write = (value: JsonValue): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  const object = value as JsonObject; // not null, not an array: the walk left nothing else
  // The default order of sort is by UTF-16 code units, which is the order RFC 8785 (3.2.3) asks for.
  const members = Object.keys(object).sort();
  // biome-ignore lint/style/noNonNullAssertion: the key comes from Object.keys
  return `{${members.map((key) => `${JSON.stringify(key)}:${write(object[key]!)}`).join(',')}}`;
};

/**
 * Writes a value as canonical JSON (RFC 8785): equal values give equal text, whatever the order of their members.
 *
 * @throws {JsonError} for what is not I-JSON.
 * @example
 * ```ts
 * canonicalJson({ b: 1, a: [true] }); // '{"a":[true],"b":1}'
 * ```
 */
export const canonicalJson = (value: unknown): string => {
  walkJson(value, 'check');
  return write(value as JsonValue); // the walk has just checked it
};
