import { JsonError } from './json-error.js';
import type { JsonValue } from './json-value.js';
import { type JsonText, walkJson } from './walk-json.js';

/**
 * Says whether a value is JSON: plain objects, arrays, strings, finite numbers, booleans, `null`, and no cycle.
 *
 * `text` is `'json'` by default (any string); `'i-json'` also refuses lone surrogates and noncharacters (RFC 7493, 2.1).
 */
export const isJson = (value: unknown, text: JsonText = 'json'): value is JsonValue => {
  try {
    walkJson(value, { text, copy: false });
    return true;
  } catch (error) {
    if (error instanceof JsonError) return false;
    throw error;
  }
};
