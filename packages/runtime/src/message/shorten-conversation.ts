import type { ToolExecutor } from '@pawl/core';
import type { Message } from './message.js';
import { taintOf } from './taint-of.js';

/** What is kept of a conversation. */
export interface ShortenOptions {
  /** How many of the last messages to keep, at least; more where a call would lose its result. */
  readonly keep: number;
  /** What stands in for the others. Default: a sentence that says how many there were. */
  readonly summary?: string | ((dropped: readonly Message[]) => string);
  /** Asked which tools ingest untrusted content. Default: only the marks of the messages count. */
  readonly executor?: ToolExecutor;
}

const cutOf = (messages: readonly Message[], keep: number): number => {
  let cut = Math.max(0, messages.length - keep);
  // A result never stands without the message that proposed its call.
  while (cut > 0 && messages[cut]?.role === 'tool') cut--;
  return cut;
};

const isTainted = (messages: readonly Message[], executor: ToolExecutor | undefined): boolean =>
  executor === undefined
    ? messages.some((message) => (message.role === 'tool' ? message.untrusted !== false : message.untrusted === true))
    : taintOf(messages, executor) === 'tainted';

const leftOut = (dropped: readonly Message[]): string => `${dropped.length} earlier messages were left out here.`;

/**
 * A shorter conversation: system messages at the beginning and the last messages stay, a summary stands for the others.
 * What was untrusted stays so: a summary of untrusted content is untrusted. Calls keep their results.
 *
 * @throws {RangeError} for a `keep` that is no whole number of 1 or more.
 * @example
 * ```ts
 * const shorter = shortenConversation(messages, { keep: 20, summary: await summarise(messages), executor: tools });
 * ```
 */
export const shortenConversation = (messages: readonly Message[], options: ShortenOptions): readonly Message[] => {
  const { keep, summary = leftOut, executor } = options;
  if (!(Number.isSafeInteger(keep) && keep > 0)) throw new RangeError('shortenConversation: `keep` must be 1 or more');
  const first = messages.findIndex(({ role }) => role !== 'system');
  const head = first < 0 ? messages.length : first;
  const cut = cutOf(messages, keep);
  if (cut <= head) return messages;
  const dropped = messages.slice(head, cut);
  const text = typeof summary === 'string' ? summary : summary(dropped);
  const stand: Message = { role: 'user', text, ...(isTainted(dropped, executor) ? { untrusted: true } : {}) };
  return [...messages.slice(0, head), stand, ...messages.slice(cut)];
};
