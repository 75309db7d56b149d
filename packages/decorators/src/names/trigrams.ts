/** The distinct trigrams of a text, its two ends marked, so that short texts have some too. */
export const trigrams = (text: string): ReadonlySet<string> => {
  const padded = `\u0002\u0002${text}\u0003`;
  const found = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3));
  return found;
};

/** How much two sets of trigrams have in common (Dice): 0 for nothing, 1 for all. */
export const dice = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let common = 0;
  for (const gram of a) if (b.has(gram)) common++;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
};
