import { checkWriterOptions, type WriterOptions } from '../options/check-writer-options.js';
import { emptyChain } from '../verify/chain-state.js';
import { ChainedJournal } from './chained-journal.js';
import type { Journal } from './journal.js';

/**
 * A journal in memory, for tests and for what need not outlive the process: same chain, same signatures, nothing stored.
 *
 * @throws {JournalError} `invalid-option`, `wrong-key`.
 * @example
 * ```ts
 * const journal = memoryJournal({ session: 'chat-42', signer, keys });
 * ```
 */
export const memoryJournal = (options: Omit<WriterOptions, 'checkpoint'>): Journal => {
  checkWriterOptions('memoryJournal', options);
  const { session, signer, keys, now = Date.now } = options;
  const stored: string[] = [];
  const storage = {
    write: async (lines: readonly string[]): Promise<void> => {
      stored.push(...lines);
    },
    read: async function* (from: number, to: number): AsyncGenerator<string> {
      for (let at = from; at < to; at++) yield stored[at] ?? '';
    },
    close: async (): Promise<void> => {},
  };
  return new ChainedJournal(storage, { session, signer, keys, now, state: emptyChain(session) });
};
