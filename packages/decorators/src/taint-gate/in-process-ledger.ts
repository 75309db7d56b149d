import { optionChecks } from '../options/option-checks.js';
import type { TaintLedger, TaintNote, TaintRecord } from './taint-ledger.js';

/** The bounds of a ledger. */
export interface TaintLedgerOptions {
  /** Sessions whose texts are kept; the least recently used lose theirs first. Default: 10,000. */
  readonly maxSessions?: number;
  /** Characters kept of each kind of text in a session; the oldest go first. Default: 1,000,000. */
  readonly maxText?: number;
}

type Texts = Record<'user' | 'trusted' | 'found', string[]>;

const none: readonly string[] = Object.freeze([]);

const checks = optionChecks('taintLedger');

const keep = (texts: string[], text: string, max: number): void => {
  if (text === '' || text.length > max || texts.includes(text)) return;
  texts.push(text);
  let size = texts.reduce((sum, { length }) => sum + length, 0);
  while (size > max) size -= texts.shift()?.length ?? 0;
};

/**
 * A ledger in this process's memory. What it drops makes calls ask more, never less: texts are bounded, and that a
 * session is tainted is kept, by its name alone, until `clear`.
 *
 * @throws {LayerOptionError} for a bound that is no whole number of 1 or more.
 */
export const taintLedger = (options: TaintLedgerOptions = {}): TaintLedger => {
  const maxSessions = checks.whole('maxSessions', options.maxSessions ?? 10_000, 1);
  const maxText = checks.whole('maxText', options.maxText ?? 1_000_000, 1);
  const tainted = new Set<string | undefined>();
  const sessions = new Map<string | undefined, Texts>();

  const textsOf = (session: string | undefined): Texts => {
    const texts = sessions.get(session) ?? { user: [], trusted: [], found: [] };
    sessions.delete(session);
    sessions.set(session, texts); // the most recently used is the last
    const [oldest] = sessions.keys();
    if (sessions.size > maxSessions) sessions.delete(oldest);
    return texts;
  };

  const read = (session: string | undefined): TaintRecord => {
    const { user = none, trusted = none, found = none } = sessions.get(session) ?? {};
    return { tainted: tainted.has(session), user: [...user], trusted: [...trusted], found: [...found] };
  };

  const add = ({ session, kind, text }: TaintNote): void => {
    if (kind === 'untrusted') tainted.add(session);
    else if (text !== undefined) keep(textsOf(session)[kind], text, maxText);
  };

  return {
    read: async (session) => read(session),
    add: async (note) => add(note),
    clear: async (session) => {
      tainted.delete(session);
      sessions.delete(session);
    },
  };
};
