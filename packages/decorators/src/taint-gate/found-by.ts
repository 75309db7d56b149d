import type { JsonValue, ToolCall } from '@pawl/core';
import { valueAt } from '../arguments/json-pointer.js';
import type { CompiledLookup } from './compile-policy.js';
import { isNamed } from './is-named.js';
import { leavesOf } from './leaves.js';

const matches = (tokens: readonly string[], path: readonly string[], indexes: ReadonlySet<number>): boolean =>
  tokens.length === path.length &&
  tokens.every((token, at) => token === path[at] || (token === '*' && indexes.has(at)));

/** The one record of an output; `undefined` where there is none or more than one. */
const onlyRecord = (output: JsonValue, records: readonly string[]): JsonValue | undefined => {
  const found = valueAt(output, records);
  if (!Array.isArray(found)) return found;
  return found.length === 1 ? found[0] : undefined;
};

/**
 * The values that a lookup by the user's own words found. Two records give none: one of them may have been made to be
 * found.
 */
export const foundBy = (
  lookup: CompiledLookup,
  { args }: ToolCall,
  output: JsonValue,
  user: readonly string[],
): readonly string[] => {
  const key = valueAt(args, lookup.by);
  if (typeof key !== 'string' || !isNamed(user, key)) return [];
  const record = onlyRecord(output, lookup.records);
  return leavesOf(record).flatMap(({ path, indexes, value }) =>
    value !== null && typeof value !== 'boolean' && lookup.gives.some((tokens) => matches(tokens, path, indexes))
      ? [String(value)]
      : [],
  );
};
