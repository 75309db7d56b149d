import type { JsonObject, JsonValue } from '@pawl/core';

const inherited = Object.getOwnPropertyNames(Object.prototype).map((name) => JSON.stringify(name));

/** Whether a schema names a member that every object inherits, such as `toString`. */
export const namesInherited = (schema: JsonObject): boolean => {
  const text = JSON.stringify(schema);
  return inherited.some((name) => text.includes(name));
};

/**
 * The value without prototypes. TypeBox asks `name in value`, so it takes an inherited `toString` for a member: one that
 * is required would never be missed.
 */
export const bareValue = (value: JsonValue): JsonValue => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(bareValue);
  const bare = Object.create(null) as { [member: string]: JsonValue }; // filled by the loop below
  for (const [member, item] of Object.entries(value)) bare[member] = bareValue(item);
  return bare;
};
