import type { JsonObject, JsonValue, ToolSpec } from '@pawl/core';

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const anyArguments: JsonObject = Object.freeze({ type: 'object' });

/** The members whose value must be of one kind. */
const kinds = new Map<string, (value: JsonValue) => boolean>([
  ['title', (value) => typeof value === 'string'],
  ['description', (value) => typeof value === 'string'],
  ['inputSchema', isObject],
  ['outputSchema', isObject],
  ['annotations', isObject],
  ['meta', isObject],
]);

/**
 * The spec of a tool as the server lists it; `undefined` for what has no name to call it by.
 *
 * Members that MCP does not define are kept, and so is their order. `_meta` is the spec's `meta`, unless the tool has a
 * member of that name. A member of the wrong kind is left out. `cacheableApproval` is the operator's word, so a server's
 * own is left out.
 */
export const specFromTool = (tool: JsonValue): ToolSpec | undefined => {
  if (!isObject(tool)) return undefined;
  const { name } = tool;
  if (typeof name !== 'string') return undefined;
  const hasOwnMeta = isObject(tool['meta']);
  const kept = Object.entries(tool).flatMap(([key, value]): [string, JsonValue][] => {
    if (key === 'cacheableApproval' || kinds.get(key)?.(value) === false) return [];
    if (key !== '_meta' || hasOwnMeta) return [[key, value]];
    return isObject(value) ? [['meta', value]] : [];
  });
  const spec = Object.fromEntries(kept);
  return Object.freeze({
    ...spec,
    name,
    description: typeof spec['description'] === 'string' ? spec['description'] : '',
    inputSchema: isObject(spec['inputSchema']) ? spec['inputSchema'] : anyArguments,
  });
};
