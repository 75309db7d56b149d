import type { ToolSpec } from '@pawl/core';
import { stemmer } from 'stemmer';
import { splitWords } from './split-words.js';
import { isActing, isVerb, noise } from './verbs.js';

/** What words, or a tool, are known to do: only look, or change, send or destroy something. */
export type Effect = 'reads' | 'changes' | 'unknown';

// Verbs that hardly ever name a thing; `order` or `post` beside a verb that reads is a thing.
const unmistakable: ReadonlySet<string> = new Set(
  (
    'create insert add delete remove erase destroy purge rm del wipe overwrite truncate modify alter rename send write ' +
    'publish cancel abort terminate kill revoke grant install uninstall deploy undeploy execute enable disable activate ' +
    'deactivate unlock unblock unban unmute unsubscribe unregister deregister assign unassign attach detach encrypt ' +
    'reject approve append replace'
  ).split(' '),
);

const joining: ReadonlySet<string> = new Set(['and', 'or', 'then']);
// Not verbs that tools are called by, but people say them.
const looking: ReadonlySet<string> = new Set(['look', 'looking', 'see', 'tell', 'browse', 'know']);
const questioning: ReadonlySet<string> = new Set(['what', 'who', 'whose', 'which', 'where', 'when', 'how']);

const reading = (word: string): boolean => looking.has(word) || (isVerb(word) && !isActing(word));

/** What a name or a request says that it does. */
export const effectOf = (words: readonly string[]): Effect => {
  const joined = words.some((word, at) => at > 0 && isActing(word) && joining.has(words[at - 1] ?? ''));
  if (joined || words.some((word) => unmistakable.has(word))) return 'changes';
  if (words.some(reading)) return 'reads';
  if (words.some(isActing)) return 'changes';
  return words.some((word) => questioning.has(word)) ? 'reads' : 'unknown';
};

/** What a tool does and what it does it to. */
export interface ToolEffect {
  readonly effect: Effect;
  /** The things in its name, the same text for `list_host_groups` and `delete_host_group`; empty where there are none. */
  readonly object: string;
}

const things = (words: readonly string[]): readonly string[] => {
  const sure = words.some((word) => unmistakable.has(word));
  // Of verbs that may be things only the first is the act, and none beside one that is sure.
  const act = sure || words.some(reading) ? undefined : words.find(isActing);
  return words.filter(
    (word) => !reading(word) && !unmistakable.has(word) && word !== act && !noise.has(word) && !joining.has(word),
  );
};

/** A tool's effect: a hint that it changes something is believed; one that it only reads, unless the name says otherwise. */
export const toolEffect = ({ name, annotations }: ToolSpec): ToolEffect => {
  const words = splitWords(name);
  const named = effectOf(words);
  const object = [...new Set(things(words).map(stemmer))].sort().join(' ');
  if (annotations?.destructiveHint === true && annotations.readOnlyHint !== true) return { effect: 'changes', object };
  if (annotations?.readOnlyHint === false) return { effect: 'changes', object };
  if (annotations?.readOnlyHint === true && !words.some((word) => unmistakable.has(word))) {
    return { effect: 'reads', object };
  }
  return { effect: named, object };
};
