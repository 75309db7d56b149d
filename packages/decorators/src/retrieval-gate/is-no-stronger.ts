import { type CapabilitySet, capabilities, isSubset, type ToolSpec } from '@pawl/core';
import type { Alignment } from './align-words.js';
import { areSynonyms, isActing, isVerb, negating, widening } from './verbs.js';

const onlyReading: CapabilitySet = capabilities('local-read', 'fixed-connector-read');

/** A tool that may be offered for a name. */
export interface Offer {
  readonly spec: ToolSpec;
  /** What the tool requires. */
  readonly required: CapabilitySet;
  readonly alignment: Alignment;
}

/** Known to change nothing: its own hints, or the operator who classified it, say so, and no hint says otherwise. */
const isReadOnly = ({ spec: { annotations }, required }: Offer): boolean =>
  annotations?.destructiveHint !== true &&
  annotations?.readOnlyHint !== false &&
  (annotations?.readOnlyHint === true || isSubset(required, onlyReading));

const turns = (word: string): boolean => isActing(word) || negating.has(word);

const destroys = (word: string): boolean => word === 'delete' || areSynonyms(word, 'delete');

/**
 * Whether a tool does no more than the name that was asked for says. Nothing is known of that name but its words, so:
 *
 * - no verb that acts, and no word that negates, may come in or get lost; no word that widens may come in; nor may an
 *   act on one thing become one on many;
 * - a name that reads never gets a tool whose hints say that it changes or destroys something;
 * - a mere slip of spelling stands for the same tool;
 * - beyond that (a word too few or too many, a verb's synonym) the tool must be known to be read-only, or act just as the
 *   name says: the same act, on the same thing, without a word that narrowed it being lost.
 */
export const isNoStronger = (offer: Offer): boolean => {
  const { matched, added, lost, hasSynonym, hasPlural, sameHead } = offer.alignment;
  if (added.some((word) => turns(word) || widening.has(word)) || lost.some(turns)) return false;
  // A word such as `lock` is a verb or a thing; beside a verb that reads it counts as a thing.
  const reads = matched.some((word) => isVerb(word) && !isActing(word));
  const acts = !reads && matched.some(isActing);
  if (hasPlural && matched.some(isActing)) return false;
  const { readOnlyHint, destructiveHint } = offer.spec.annotations ?? {};
  if (reads && (readOnlyHint === false || destructiveHint === true)) return false;
  if (added.length === 0 && lost.length === 0 && !hasSynonym) return true;
  if (isReadOnly(offer)) return true;
  if (!acts || lost.length > 0 || !sameHead) return false;
  return !hasSynonym || destructiveHint !== true || matched.some(destroys);
};
