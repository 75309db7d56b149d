/** How many single changes (a letter more, less, other, or two swapped) lead from one word to another. */
const distance = (a: string, b: string): number => {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
};

const plain = (word: string): string => word.toLowerCase().replaceAll(/[-_\s]/g, '');

/** The known word that a wrong one most likely means; `undefined` where none is close. */
export const nearest = (wrong: string, known: readonly string[]): string | undefined => {
  // Long words are no slips of short ones, and their distance is dear.
  if (wrong.length > 100) return undefined;
  const scored = known.map((word) => ({ word, far: distance(plain(wrong), plain(word)) }));
  scored.sort((a, b) => a.far - b.far);
  const best = scored[0];
  return best !== undefined && best.far <= Math.max(1, Math.floor(best.word.length / 3)) ? best.word : undefined;
};
