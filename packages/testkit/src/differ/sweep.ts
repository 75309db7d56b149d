/** The next `count` items of a list from a drawn place on: a few runs meet all of them, where single draws leave gaps. */
export const sweep = <T>(list: readonly T[], drawn: number, count: number): readonly T[] =>
  Array.from({ length: Math.min(count, list.length) }, (_, index) => list[(drawn + index) % list.length] as T); // the index lies within the list
