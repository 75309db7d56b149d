import type { JsonObject, JsonValue, ToolSpec } from '@pawl/core';

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const anyArguments: JsonObject = Object.freeze({ type: 'object' });

/**
 * The spec of a tool as the server lists it; `undefined` for what has no name to call it by.
 *
 * Members that MCP does not define are kept. `_meta` is the spec's `meta`, unless the tool has a member of that name.
 * A member of the wrong kind is left out. `cacheableApproval` is the operator's word, so a server's own is left out.
 */
export const specFromTool = (tool: JsonValue): ToolSpec | undefined => {
  if (!isObject(tool) || typeof tool['name'] !== 'string') return undefined;
  const { name, title, description, inputSchema, outputSchema, annotations, cacheableApproval, meta, _meta, ...rest } =
    tool;
  void cacheableApproval;
  return Object.freeze({
    ...rest,
    name,
    ...(typeof title === 'string' ? { title } : {}),
    description: typeof description === 'string' ? description : '',
    inputSchema: isObject(inputSchema) ? inputSchema : anyArguments,
    ...(isObject(outputSchema) ? { outputSchema } : {}),
    ...(isObject(annotations) ? { annotations } : {}),
    ...metaOf(meta, _meta),
  });
};

const metaOf = (meta: JsonValue | undefined, _meta: JsonValue | undefined): { readonly meta?: JsonObject } => {
  if (isObject(meta)) return { meta, ...(_meta === undefined ? {} : { _meta }) };
  return isObject(_meta) ? { meta: _meta } : {};
};
