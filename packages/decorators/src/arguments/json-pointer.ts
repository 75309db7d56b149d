import type { JsonObject, JsonValue } from '@pawl/core';

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The tokens of a JSON Pointer (RFC 6901); `undefined` for a text that is none. */
export const parsePointer = (pointer: string): readonly string[] | undefined => {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
};

const child = (value: JsonValue | undefined, token: string): JsonValue | undefined => {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
};

/** The value that a pointer names; `undefined` where there is none. */
export const valueAt = (value: JsonValue | undefined, tokens: readonly string[]): JsonValue | undefined =>
  tokens.reduce(child, value);

/**
 * A copy with `filling` where the pointer names nothing yet; objects on the way are made. What is in the way and is no
 * object stays as it is, so that the check that follows refuses it.
 */
export const fillIn = (
  value: JsonValue | undefined,
  tokens: readonly string[],
  filling: JsonValue,
): JsonValue | undefined => {
  const [token, ...rest] = tokens;
  if (token === undefined) return value === undefined ? filling : value;
  const old = child(value, token);
  if (Array.isArray(value)) {
    // Nothing is ever added to an array: where would the items before it come from?
    const filled = old === undefined ? undefined : fillIn(old, rest, filling);
    return filled === undefined ? value : value.with(Number(token), filled);
  }
  if (value !== undefined && !isObject(value)) return value;
  const filled = fillIn(old, rest, filling);
  // A computed member is defined, never assigned: `__proto__` is an ordinary name.
  return filled === undefined || filled === old ? value : { ...value, [token]: filled };
};
