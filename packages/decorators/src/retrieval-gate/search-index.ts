import { isAsking } from './asking-words.js';
import { type Effect, effectOf } from './effect.js';
import { relatedTerms } from './related-terms.js';
import type { SpecTerms } from './spec-terms.js';
import { splitWords } from './split-words.js';
import { textTerms } from './text-terms.js';

// The usual constants of BM25: how soon repetition stops to count, and how much a long text is held against a tool.
const k1 = 1.2;
const b = 0.75;

/** What a word of asking counts, against one for a word of the matter. */
const askingWeight = 0.6;
/** What a related term counts: little where the catalogue knows the query's own word, much where it does not. */
const relatedWeight = { known: 0.25, unknown: 0.7 } as const;
/** What is left of the score of a tool that changes something, for a query that reads. */
const changing = 0.8;
/** A tool that changes something stands this far behind the one that reads the same things. */
const behind = 0.999;

interface Postings {
  readonly documents: Uint32Array;
  /** What the term adds to the score of each of them. */
  readonly impacts: Float32Array;
}

/** The specs of one catalogue, ready to be searched. */
export interface SearchIndex {
  /** The score of each spec, by its place in the catalogue: 0 where the query finds nothing in it. */
  readonly scores: (query: string) => Float32Array;
}

/** A tool that changes things, and those that read the same things. */
interface Changing {
  readonly place: number;
  readonly readers: readonly number[];
}

const changingOf = (documents: readonly SpecTerms[]): readonly Changing[] => {
  const readers = new Map<string, number[]>();
  const placesOf = (wanted: Effect): readonly number[] =>
    documents.flatMap(({ effect }, place) => (effect === wanted ? [place] : []));
  for (const place of placesOf('reads')) {
    const object = documents[place]?.object ?? '';
    if (object === '') continue;
    const list = readers.get(object);
    if (list === undefined) readers.set(object, [place]);
    else list.push(place);
  }
  return placesOf('changes').map((place) => ({ place, readers: readers.get(documents[place]?.object ?? '') ?? [] }));
};

/** For a query that reads, no tool that changes something comes before one that reads the same things. */
const readersFirst = (scores: Float32Array, all: readonly Changing[]): void => {
  for (const { place, readers } of all) {
    let score = (scores[place] ?? 0) * changing;
    if (score === 0) continue;
    for (const reader of readers) {
      const other = scores[reader] ?? 0;
      if (other > 0) score = Math.min(score, other * behind);
    }
    scores[place] = score;
  }
};

const postingsOf = (documents: readonly SpecTerms[]): ReadonlyMap<string, Postings> => {
  const lists = new Map<string, { readonly documents: number[]; readonly counts: number[] }>();
  let total = 0;
  documents.forEach(({ counts, length }, document) => {
    total += length;
    for (const [term, count] of counts) {
      const list = lists.get(term);
      if (list === undefined) {
        lists.set(term, { documents: [document], counts: [count] });
      } else {
        list.documents.push(document);
        list.counts.push(count);
      }
    }
  });
  const size = documents.length;
  const average = total / Math.max(1, size) || 1;
  const norms = documents.map(({ length }) => k1 * (1 - b + (b * length) / average));
  const index = new Map<string, Postings>();
  for (const [term, { documents: places, counts }] of lists) {
    const rarity = Math.log(1 + (size - places.length + 0.5) / (places.length + 0.5));
    const impact = (count: number, at: number): number =>
      (rarity * count * (k1 + 1)) / (count + (norms[places[at] ?? 0] ?? k1));
    index.set(term, { documents: Uint32Array.from(places), impacts: Float32Array.from(counts, impact) });
  }
  return index;
};

/** Adds what a term gives each spec: its own impact or that of the best related term, never the sum of them. */
const addBest = (scores: Float32Array, best: Float32Array, lists: readonly (readonly [Postings, number])[]): void => {
  for (const [{ documents, impacts }, weight] of lists) {
    for (let at = 0; at < documents.length; at++) {
      const id = documents[at] ?? 0;
      const impact = (impacts[at] ?? 0) * weight;
      const before = best[id] ?? 0;
      if (impact <= before) continue;
      scores[id] = (scores[id] ?? 0) + impact - before;
      best[id] = impact;
    }
  }
  for (const [{ documents }] of lists) for (const id of documents) best[id] = 0;
};

/** Builds the index: BM25 (Robertson and Zaragoza 2009), with everything that does not depend on the query computed here. */
export const searchIndex = (documents: readonly SpecTerms[]): SearchIndex => {
  const size = documents.length;
  const index = postingsOf(documents);
  const change = changingOf(documents);
  // Zero between two queries.
  const best = new Float32Array(size);
  const listsFor = (term: string, asked: ReadonlySet<string>): (readonly [Postings, number])[] => {
    const own = index.get(term);
    const weight = isAsking(term) ? askingWeight : 1;
    const lists: (readonly [Postings, number])[] = own === undefined ? [] : [[own, weight]];
    const less = weight * (own === undefined ? relatedWeight.unknown : relatedWeight.known);
    for (const other of relatedTerms(term)) {
      const postings = asked.has(other) ? undefined : index.get(other);
      if (postings !== undefined) lists.push([postings, less]);
    }
    return lists;
  };
  return {
    scores: (query) => {
      const scores = new Float32Array(size);
      const terms = new Set(textTerms(query));
      for (const term of terms) addBest(scores, best, listsFor(term, terms));
      if (effectOf(splitWords(query)) === 'reads') readersFirst(scores, change);
      return scores;
    },
  };
};
