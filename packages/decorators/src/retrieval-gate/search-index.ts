import type { SpecTerms } from './spec-terms.js';
import { textTerms } from './text-terms.js';

// The usual constants of BM25: how soon repetition stops to count, and how much a long text is held against a tool.
const k1 = 1.2;
const b = 0.75;

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

/** Builds the index: BM25 (Robertson and Zaragoza 2009), with everything that does not depend on the query computed here. */
export const searchIndex = (documents: readonly SpecTerms[]): SearchIndex => {
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
  return {
    scores: (query) => {
      const scores = new Float32Array(size);
      for (const term of new Set(textTerms(query))) {
        const found = index.get(term);
        if (found === undefined) continue;
        const { documents: ids, impacts } = found;
        for (let at = 0; at < ids.length; at++) {
          const id = ids[at] ?? 0;
          scores[id] = (scores[id] ?? 0) + (impacts[at] ?? 0);
        }
      }
      return scores;
    },
  };
};
