import type { JsonObject, JsonValue, ToolExecution, ToolSpec } from '@pawl/core';
import { isJsonObject, isMcpResult } from './is-mcp-result.js';
import { isPromised } from './tool-from-spec.js';

const wrap = (output: JsonValue, spec: ToolSpec | undefined): JsonObject => ({
  content: [{ type: 'text', text: typeof output === 'string' ? output : JSON.stringify(output) }],
  ...(isJsonObject(output) && isPromised(spec?.outputSchema) ? { structuredContent: output } : {}),
});

const withMeta = (result: JsonObject, meta: JsonObject | undefined): JsonObject =>
  meta === undefined
    ? result
    : { ...result, _meta: { ...meta, ...(isJsonObject(result['_meta']) ? result['_meta'] : {}) } };

/**
 * The result of a tool that ran. An output that already is a result of MCP is the same object; any other is wrapped as
 * text, and as `structuredContent` where the tool promises an object.
 */
export const resultFromExecution = (execution: ToolExecution, spec: ToolSpec | undefined): JsonObject => {
  const { output, meta } = execution;
  return withMeta(isMcpResult(output) ? output : wrap(output, spec), meta);
};

/** A result with the layers' notes before its content, for the model alone. */
export const withNotes = (result: JsonObject, notes: readonly string[]): JsonObject => {
  if (notes.length === 0) return result;
  const { content } = result;
  const blocks = notes.map((text) => ({ type: 'text', text, annotations: { audience: ['assistant'] } }));
  return { ...result, content: [...blocks, ...(Array.isArray(content) ? content : [])] };
};
