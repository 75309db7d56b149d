import type { JsonObject, JsonValue } from '@pawl/core';

/** Whether a value is an object of JSON. */
export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether an output already is a result of MCP: its `content` is a list of blocks, whatever their types. */
export const isMcpResult = (output: JsonValue | undefined): output is JsonObject => {
  if (!isJsonObject(output)) return false;
  const { content } = output;
  return (
    Array.isArray(content) &&
    content.every((block: JsonValue) => isJsonObject(block) && typeof block['type'] === 'string')
  );
};
