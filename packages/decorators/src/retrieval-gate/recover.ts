import { specsByName, strictAnswer, type ToolExecutor, type ToolSpec } from '@pawl/core';
import { alignWords } from './align-words.js';
import { catalogueOf } from './catalogue.js';
import { isNoStronger } from './is-no-stronger.js';
import type { NameIndex } from './name-index.js';
import { splitWords } from './split-words.js';

/** Longer names are no slip of the pen; they are found by equality alone. */
const longestName = 256;
const mostWords = 24;

/** Below this, a name is another tool's, not a misspelt one. */
const leastScore = 0.65;

/** How many names are looked at closely. */
const closely = 24;

const likeNames = (
  inner: ToolExecutor,
  words: readonly string[],
  index: NameIndex,
  wanted: Wanted,
): readonly ToolSpec[] =>
  index
    .like(words, closely, wanted)
    .map((name) => ({ spec: name.spec, alignment: alignWords(words, name.words, index) }))
    // A word that was exchanged for another makes another tool; a word too few or too many may be carelessness.
    .filter(({ alignment }) => alignment.lost.length === 0 || alignment.added.length === 0)
    .filter(({ alignment }) => alignment.score >= leastScore)
    .filter(({ spec, alignment }) =>
      isNoStronger({ spec, alignment, required: strictAnswer(inner, 'requiredCapabilities', spec.name) }),
    )
    .sort((one, other) => other.alignment.score - one.alignment.score)
    .map(({ spec }) => spec);

type Wanted = (spec: ToolSpec) => boolean;

/**
 * The tools of `inner` that a call of this name may have meant, the likeliest first, among those that `isHidden` names
 * and `inner` owns. A hidden tool's own name gives that tool alone; a name that is not like any gives none.
 */
export const recover = (
  inner: ToolExecutor,
  tool: string,
  isHidden: (name: string) => boolean,
): readonly ToolSpec[] => {
  const specs = inner.specs();
  const wanted: Wanted = ({ name }) => isHidden(name) && strictAnswer(inner, 'owns', name);
  const named = specsByName(specs).get(tool);
  if (named !== undefined) return wanted(named) ? [named] : [];
  // A name that is owned is no slip: whichever layer further in hides it recovers it itself.
  if (strictAnswer(inner, 'owns', tool)) return [];
  const words = tool.length > longestName ? [] : splitWords(tool);
  if (words.length === 0 || words.length > mostWords) return [];
  const index = catalogueOf(specs).names();
  const same = index.same(words);
  // The same name in another style; where that one is not hidden, nothing was hidden that the call could have meant.
  if (same.length > 0) return same.filter(wanted);
  return likeNames(inner, words, index, wanted);
};
