/** Where a line matches: its number, from 1, and where in it the match starts, from 0. */
export interface LineMatch {
  readonly line: number;
  readonly column: number;
}

/** Finds the lines of a text that match. Close it after use. */
export interface LineSearch {
  /** At most `limit` matches, one a line. */
  find(text: string, limit: number): Promise<readonly LineMatch[]>;
  close(): Promise<void>;
}

/** Searches for plain text, in this thread: nothing about it can be slow. */
export const plainSearch = (needle: string, { ignoreCase }: { readonly ignoreCase: boolean }): LineSearch => {
  const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  const wanted = fold(needle);
  return {
    find: async (text, limit) => {
      const folded = fold(text);
      const matches: LineMatch[] = [];
      if (!folded.includes(wanted)) return matches;
      for (const [index, line] of folded.split('\n').entries()) {
        const column = line.indexOf(wanted);
        if (column !== -1) matches.push({ line: index + 1, column });
        if (matches.length >= limit) break;
      }
      return matches;
    },
    close: async () => {},
  };
};
