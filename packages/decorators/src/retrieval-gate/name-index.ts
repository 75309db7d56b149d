import type { ToolSpec } from '@pawl/core';
import { trigrams } from '../names/trigrams.js';
import { splitWords } from './split-words.js';

/** A tool's name, taken apart. */
interface KnownName {
  readonly spec: ToolSpec;
  readonly words: readonly string[];
  readonly grams: number;
}

/** The names of one catalogue, ready to be asked which of them a name may have meant. */
export interface NameIndex {
  /** The tools whose names are the same but for case and separators. */
  readonly same: (words: readonly string[]) => readonly ToolSpec[];
  /** The names that look most like it, at most `most` of those that pass `wanted`. */
  readonly like: (words: readonly string[], most: number, wanted: (spec: ToolSpec) => boolean) => readonly KnownName[];
  /** Whether a word stands in any of the names. */
  readonly has: (word: string) => boolean;
  /** How much a word tells one name from another: high for rare words. */
  readonly weight: (word: string) => number;
}

const push = <T>(map: Map<string, T[]>, key: string, item: T): void => {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
};

/** Takes the names of a catalogue apart. Names without a letter or digit are left to exact matching. */
export const nameIndex = (specs: readonly ToolSpec[]): NameIndex => {
  const names: KnownName[] = [];
  const joined = new Map<string, ToolSpec[]>();
  const byGram = new Map<string, number[]>();
  const uses = new Map<string, number>();
  for (const spec of specs) {
    const words = splitWords(spec.name);
    if (words.length === 0) continue;
    push(joined, words.join(''), spec);
    const grams = trigrams(words.join(''));
    for (const gram of grams) push(byGram, gram, names.length);
    for (const word of new Set(words)) uses.set(word, (uses.get(word) ?? 0) + 1);
    names.push({ spec, words, grams: grams.size });
  }
  const weight = (word: string): number => Math.log(2 + names.length / (uses.get(word) ?? 0.5));
  return {
    same: (words) => (words.length === 0 ? [] : (joined.get(words.join('')) ?? [])),
    like: (words, most, wanted) => {
      const grams = trigrams(words.join(''));
      const shared = new Uint16Array(names.length);
      const touched: number[] = [];
      for (const gram of grams) {
        for (const at of byGram.get(gram) ?? []) {
          if (shared[at] === 0) touched.push(at);
          shared[at] = (shared[at] ?? 0) + 1;
        }
      }
      const likeness = (at: number): number => (2 * (shared[at] ?? 0)) / ((names[at]?.grams ?? 0) + grams.size);
      const found: KnownName[] = [];
      for (const at of touched.filter((each) => likeness(each) > 0.25).sort((a, b) => likeness(b) - likeness(a))) {
        const name = names[at];
        if (name !== undefined && wanted(name.spec)) found.push(name);
        if (found.length >= most) break;
      }
      return found;
    },
    has: (word) => uses.has(word),
    weight,
  };
};
