import type { ToolCall } from '@pawl/core';
import type { CompiledRule, Source } from './compile-policy.js';
import { isDayNamed } from './days.js';
import { isNamed, wordsOf } from './is-named.js';
import { chosenNames, type Leaf, leavesOf } from './leaves.js';
import { referencesIn } from './references.js';
import type { TaintRecord } from './taint-ledger.js';

/** What vouches for values in a session. */
type Vouchers = Pick<TaintRecord, 'user' | 'trusted' | 'found'>;

const sentences = {
  user: 'is not what the user wrote',
  trusted: 'is neither what the user wrote nor what a trusted tool answered',
  found: 'is neither what the user wrote nor part of the one record that the user named',
  words: 'has words that neither the user nor a trusted tool used',
  day: 'is on no day that the user named',
} as const;

const madeOfWords = (text: string, known: readonly string[]): boolean => {
  const words = wordsOf(text);
  const vocabulary = new Set(known.flatMap(wordsOf));
  return words.length > 0 && words.every((word) => vocabulary.has(word));
};

const strayReference = (text: string, known: readonly string[]): string | undefined =>
  referencesIn(text).find((reference) => !isNamed(known, reference));

const objection = (value: Leaf['value'], source: Source, { user, trusted, found }: Vouchers): string | undefined => {
  if (typeof source === 'object') return source.fixed(value) ? undefined : source.sentence;
  const known = [...user, ...trusted];
  if (source === 'content') {
    const stray = value === null || typeof value === 'boolean' ? undefined : strayReference(String(value), known);
    return stray === undefined ? undefined : 'leads to an address or number that the user did not name';
  }
  if (source === 'day') return isDayNamed(user, value) ? undefined : sentences.day;
  // Nobody names `true` or `null`: whoever may say them is told by the policy.
  if (value === null || typeof value === 'boolean') return sentences[source];
  if (source === 'words') {
    const text = String(value);
    const fine = madeOfWords(text, known) && strayReference(text, known) === undefined;
    return fine || isNamed(known, value) ? undefined : sentences.words;
  }
  const texts = source === 'user' ? user : source === 'trusted' ? known : [...known, ...found];
  return isNamed(texts, value) ? undefined : sentences[source];
};

const covers = (tokens: readonly string[], { path, indexes }: Leaf): boolean =>
  tokens.length <= path.length && tokens.every((token, at) => token === path[at] || (token === '*' && indexes.has(at)));

const pointerOf = (path: readonly string[]): string =>
  path.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/**
 * Which sources bind a call to what the user asked for, or to a destination that the operator fixed; the others alone let a
 * call be anybody's idea.
 */
const binds = (source: Source): boolean =>
  typeof source === 'object' ? source.binds : source !== 'content' && source !== 'day';

const at = (leaf: Leaf): string => (leaf.path.length === 0 ? 'the arguments' : `\`${pointerOf(leaf.path)}\``);

/**
 * Why a call may not run without a person in a tainted session, a sentence each; none means that it may. No value is
 * quoted: it may be somebody else's text.
 */
export const objectionsTo = (call: ToolCall, rule: CompiledRule | undefined, vouchers: Vouchers): readonly string[] => {
  const leaves = leavesOf(call.args);
  let bound = false;
  const objections = leaves.flatMap((leaf) => {
    const entry = rule?.args.find(({ tokens }) => covers(tokens, leaf));
    const source = entry?.source ?? 'user';
    const names = chosenNames(leaf, entry?.tokens.length ?? 0);
    const problem = [leaf.value, ...names].map((value) => objection(value, source, vouchers)).find(Boolean);
    if (problem === undefined) bound ||= binds(source);
    return problem === undefined ? [] : [`${at(leaf)} ${problem}`];
  });
  if (objections.length > 0 || bound) return objections;
  return ['nothing in it is what the user asked for'];
};
