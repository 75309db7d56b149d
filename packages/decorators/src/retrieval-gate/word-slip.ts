import { isActing, isInflected, isVerb, verbs } from './verbs.js';

/** Words longer than this are compared by equality alone. */
const longest = 40;

// Prefixes that turn a word into another, often its opposite.
const turning = /^(un|de|dis|re|in|im|il|ir|non|mis|anti|pre|over|under|out|up|down|sub|auto|counter)/;

/** How many letters were left out, added, mistaken, or swapped with a neighbour (optimal string alignment). */
const distance = (a: string, b: string): number => {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next[j] = Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
};

/** Among short words almost every letter makes another word, so only a verb such as `get` is guessed at. */
const allowance = (word: string): number => {
  if (word.length < 4) return isVerb(word) && !isActing(word) ? 1 : 0;
  return word.length < 7 ? 1 : word.length < 12 ? 2 : 3;
};

/** `unblock` is no slip of `block`, whichever way round. */
const isTurned = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const prefix = turning.exec(long)?.[0];
  return prefix !== undefined && long.slice(prefix.length) === short;
};

/** People hit the first letter; a word that begins otherwise is another word, unless just that letter is missing. */
const beginsAlike = (typed: string, meant: string): boolean =>
  typed[0] === meant[0] || (typed[0] === meant[1] && typed[1] === meant[0]) || meant.slice(1) === typed;

const nearEnough = (typed: string, meant: string): number | undefined => {
  if (Math.abs(typed.length - meant.length) > 3 || !beginsAlike(typed, meant)) return undefined;
  const far = distance(typed, meant);
  return far <= allowance(meant) ? far : undefined;
};

/** The verbs that are as near to a mistyped word as any; the word itself where it is one. */
const nearestVerbs = (typed: string): readonly string[] => {
  if (isVerb(typed)) return [typed];
  let least = Number.POSITIVE_INFINITY;
  let nearest: string[] = [];
  for (const verb of verbs) {
    const far = nearEnough(typed, verb);
    if (far === undefined || far > least) continue;
    if (far < least) nearest = [];
    least = far;
    nearest.push(verb);
  }
  return nearest;
};

/**
 * How sure it is, from 0 to 1, that somebody who typed one word meant the other: 0 for words that are both known, for
 * opposites such as `unblock` and `block`, for words with digits, and where a verb that acts is only one of the verbs
 * that could have been meant.
 */
export const wordSlip = (typed: string, meant: string, isKnown: (word: string) => boolean): number => {
  if (typed.length > longest || meant.length > longest || /\p{N}/u.test(typed + meant)) return 0;
  if (isVerb(typed) || isKnown(typed) || isTurned(typed, meant)) return 0;
  const far = nearEnough(typed, meant);
  if (far !== undefined) {
    if (isActing(meant) && (isInflected(typed, meant) || nearestVerbs(typed).some((verb) => verb !== meant))) return 0;
    return 1 - far / Math.max(typed.length, meant.length);
  }
  // An abbreviation; a verb that acts has to be spelt out.
  return typed.length >= 3 && meant.startsWith(typed) && !isActing(meant) ? 0.75 : 0;
};
