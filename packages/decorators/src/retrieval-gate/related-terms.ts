import { relatedLines } from './related-lines.js';
import { textTerms } from './text-terms.js';

let related: ReadonlyMap<string, readonly string[]> | undefined;

const build = (): ReadonlyMap<string, readonly string[]> => {
  const sets = new Map<string, Set<string>>();
  for (const line of relatedLines) {
    const terms = new Set(textTerms(line));
    for (const term of terms) {
      const others = sets.get(term) ?? new Set();
      for (const other of terms) if (other !== term) others.add(other);
      sets.set(term, others);
    }
  }
  return new Map([...sets].map(([term, others]) => [term, [...others]]));
};

const none: readonly string[] = [];

/** Terms that may stand for a term. The table is read at the first question. */
export const relatedTerms = (term: string): readonly string[] => {
  related ??= build();
  return related.get(term) ?? none;
};
