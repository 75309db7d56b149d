/** How many letters must be changed, added or dropped, or be swapped with their neighbour, to turn `a` into `b`. */
const distance = (a: string, b: string): number => {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_item, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
};

/** Longer words are not compared: nobody mistyped a page of text. */
const maxLength = 64;

/** "; did you mean `x`?" for the nearest known word, or nothing where none is near. */
export const suggestion = (word: string, known: readonly string[]): string => {
  if (word.length > maxLength) return '';
  const near = known
    .map((candidate) => ({ candidate, far: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ far, candidate }) => far <= Math.max(1, Math.floor(candidate.length / 3)))
    .toSorted((a, b) => a.far - b.far)[0];
  return near === undefined ? '' : `; did you mean ${near.candidate}?`;
};
