import { dice, trigrams } from './trigrams.js';

/** Below this, a suggestion would puzzle more than it helps. */
const leastSimilar = 0.4;

/** The name most like the one that was not found, for an error message; `undefined` where none is like it. */
export const nearestName = (wanted: string, names: readonly string[]): string | undefined => {
  const grams = trigrams(wanted.toLowerCase());
  let best: { readonly name: string; readonly score: number } | undefined;
  for (const name of names) {
    const score = dice(grams, trigrams(name.toLowerCase()));
    if (score >= leastSimilar && score > (best?.score ?? 0)) best = { name, score };
  }
  return best?.name;
};
