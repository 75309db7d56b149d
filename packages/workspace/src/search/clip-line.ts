/** A line around a match, at most `characters` of it, with a mark for what is cut on either side. */
export const clipLine = (line: string, column: number, characters: number): string => {
  if (line.length <= characters) return line;
  const start = Math.max(0, Math.min(column - Math.floor(characters / 4), line.length - characters));
  const end = start + characters;
  const before = start > 0 ? `[${start} characters cut] … ` : '';
  const after = end < line.length ? ` … [${line.length - end} characters cut]` : '';
  // A half of a pair at either end would be no character.
  return `${before}${line.slice(start, end).replaceAll(/\p{Surrogate}/gu, '')}${after}`;
};
