import { isJson, type JsonValue, type ToolStreamChunk } from '@pawl/core';
import { readProgress } from './read-progress.js';

/**
 * The chunk in a `tools.chunk`, unknown fields kept; `undefined` for what is none. Only the answer ends a stream, so
 * `done` and `error` are none either.
 */
export const readChunk = (chunk: JsonValue | undefined): ToolStreamChunk | undefined => {
  if (typeof chunk !== 'object' || chunk === null || Array.isArray(chunk)) return undefined;
  // Array.isArray does not exclude a read-only array for the compiler; the line above did.
  const fields = chunk as { readonly [member: string]: JsonValue };
  const { kind, text, data } = fields;
  const valid =
    (kind === 'text' && typeof text === 'string') ||
    (kind === 'data' && isJson(data)) ||
    (kind === 'progress' && readProgress(fields) !== undefined);
  // The test above looked at every field that the kind promises.
  return valid ? (fields as unknown as ToolStreamChunk) : undefined;
};
