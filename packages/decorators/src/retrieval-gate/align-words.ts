import type { NameIndex } from './name-index.js';
import { areSynonyms, isActing, noise } from './verbs.js';
import { wordSlip } from './word-slip.js';

/** How two names correspond, word by word. */
export interface Alignment {
  /** From 0 to 1: how much of both names corresponds, rare words counting more. */
  readonly score: number;
  /** Words of the tool's name that were asked for, spelt right or not. */
  readonly matched: readonly string[];
  /** Words of the name that was asked for that nothing corresponds to. */
  readonly lost: readonly string[];
  /** Words of the tool's name that nothing corresponds to. */
  readonly added: readonly string[];
  /** Whether a verb stands in for another. */
  readonly hasSynonym: boolean;
  /** Whether the tool is about many where one was asked for. */
  readonly hasPlural: boolean;
  /** Whether the last words, what the names are about, correspond. */
  readonly sameHead: boolean;
}

interface Match {
  readonly word: string;
  readonly sureness: number;
}

const isPlural = (one: string, many: string): boolean =>
  many === `${one}s` || many === `${one}es` || (one.endsWith('y') && many === `${one.slice(0, -1)}ies`);

const sureness = (asked: string, meant: string, index: NameIndex): number => {
  if (asked === meant) return 1;
  if (areSynonyms(asked, meant)) return 0.85;
  if (!isActing(meant) && (isPlural(asked, meant) || isPlural(meant, asked))) return 0.95;
  return wordSlip(asked, meant, index.has);
};

const bestMatch = (asked: string, free: readonly string[], index: NameIndex): Match | undefined => {
  let best: Match | undefined;
  for (const word of free) {
    const sure = sureness(asked, word, index);
    if (sure > (best?.sureness ?? 0.5)) best = { word, sureness: sure };
  }
  return best;
};

/** Finds for each word that was asked for the word of the tool's name that it most surely meant; each is used once. */
export const alignWords = (asked: readonly string[], meant: readonly string[], index: NameIndex): Alignment => {
  const added = [...meant];
  const lost: string[] = [];
  const pairs = new Map<string, Match>();
  // Words that are equal find each other first, so that no slip takes one away.
  const inOrder = [...asked.filter((word) => meant.includes(word)), ...asked.filter((word) => !meant.includes(word))];
  let corresponding = 0;
  for (const word of inOrder) {
    const match = bestMatch(word, added, index);
    if (match === undefined) {
      if (!noise.has(word)) lost.push(word);
      continue;
    }
    added.splice(added.indexOf(match.word), 1);
    pairs.set(word, match);
    corresponding += 2 * match.sureness * index.weight(match.word);
  }
  const left = [...lost, ...added].reduce((sum, word) => sum + index.weight(word), 0);
  const matched = [...pairs.values()].map(({ word }) => word);
  const shared = matched.reduce((sum, word) => sum + 2 * index.weight(word), 0);
  const heads = [asked.findLast((word) => !noise.has(word)), meant.at(-1)] as const;
  return {
    score: shared === 0 ? 0 : corresponding / (shared + left),
    matched,
    lost,
    added,
    hasSynonym: [...pairs].some(([word, match]) => areSynonyms(word, match.word)),
    hasPlural: [...pairs].some(([word, match]) => isPlural(word, match.word)),
    sameHead: heads[0] !== undefined && pairs.get(heads[0])?.word === heads[1],
  };
};
