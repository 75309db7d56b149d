import type { JsonObject, JsonValue, ToolSpec } from '@pawl/core';

const known = new WeakMap<readonly ToolSpec[], readonly JsonObject[]>();

/** Whether MCP can promise what a schema promises: the official clients refuse a whole list for one that is not of an object. */
export const isPromised = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && Reflect.get(schema, 'type') === 'object';

/**
 * A tool as MCP lists it: the inverse of what the client makes of one, order of members included. `meta` is `_meta` there;
 * `cacheableApproval` is the operator's own business and stays here.
 */
export const toolFromSpec = (spec: ToolSpec): JsonObject => {
  const tool = new Map<string, JsonValue>();
  const hasOwnMeta = Object.hasOwn(spec, '_meta');
  // A spec holds JSON and members that belong to somebody, which are JSON as well.
  for (const [key, value] of Object.entries(spec) as [string, JsonValue | undefined][]) {
    if (value === undefined || key === 'cacheableApproval') continue;
    if (key === 'description' && value === '') continue;
    if (key === 'outputSchema' && !isPromised(value)) continue;
    tool.set(key === 'meta' && !hasOwnMeta ? '_meta' : key, value);
  }
  return Object.fromEntries(tool);
};

/** The tools of a catalogue as MCP lists them, made once for each array. */
export const toolsOf = (specs: readonly ToolSpec[]): readonly JsonObject[] => {
  const made = known.get(specs) ?? specs.map(toolFromSpec);
  known.set(specs, made);
  return made;
};
