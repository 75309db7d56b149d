import type { JsonValue } from '@pawl/core';

/** A scalar somewhere in a value, and the members and indexes that lead to it. */
export interface Leaf {
  readonly path: readonly string[];
  readonly value: string | number | boolean | null;
  /** Which of `path` are indexes of arrays, rather than names that somebody chose. */
  readonly indexes: ReadonlySet<number>;
}

/** Every scalar of a value, in order. */
export const leavesOf = (value: JsonValue | undefined): readonly Leaf[] => {
  const leaves: Leaf[] = [];
  const walk = (item: JsonValue, path: readonly string[], indexes: ReadonlySet<number>): void => {
    if (Array.isArray(item)) {
      const within = new Set([...indexes, path.length]);
      for (const [at, entry] of item.entries()) walk(entry, [...path, String(at)], within);
    } else if (typeof item === 'object' && item !== null) {
      for (const [name, entry] of Object.entries(item)) walk(entry, [...path, name], indexes);
    } else {
      // What is neither an array nor an object is a scalar.
      leaves.push({ path, value: item as Leaf['value'], indexes });
    }
  };
  if (value !== undefined) walk(value, [], new Set());
  return leaves;
};

/**
 * The names of members on the way to a leaf, from a depth on and below the top: whoever chose them could say anything in
 * them.
 */
export const chosenNames = ({ path, indexes }: Leaf, from = 0): readonly string[] =>
  path.filter((_token, at) => at >= Math.max(from, 1) && !indexes.has(at));

/** Every text in a value, members' names aside. */
export const textsOf = (value: JsonValue | undefined): readonly string[] =>
  leavesOf(value).flatMap(({ value: leaf }) => (leaf === null || typeof leaf === 'boolean' ? [] : [String(leaf)]));
