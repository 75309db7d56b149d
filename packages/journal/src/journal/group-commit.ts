import { JournalError } from './journal-error.js';
import type { JournalStorage } from './journal-storage.js';

/** A line that waits to be stored. */
export interface PendingLine {
  readonly line: string | Promise<string>;
  readonly stored: (line: string) => void;
  readonly failed: (error: unknown) => void;
}

/** Stores lines in order, all that wait in one write. */
export interface GroupCommit {
  add(line: PendingLine): void;
  /** Resolves once nothing waits any more, also where it failed. */
  drained(): Promise<void>;
}

/** Lines in one write: enough to share the cost of a sync, few enough that nobody waits long for its own. */
const maxLines = 1024;

const asJournalError = (error: unknown): JournalError =>
  error instanceof JournalError
    ? error
    : new JournalError(
        'write-failed',
        `the journal could not be written (${String(error)}): open it again to see what is stored`,
        error,
      );

/**
 * While one write is on its way, the lines that come in wait together for the next. After a failure nothing is written
 * any more: each event builds on the one before, and what the store holds is unknown until it is read again.
 */
export const groupCommit = (storage: JournalStorage, stored: number): GroupCommit => {
  let waiting: PendingLine[] = [];
  let running: Promise<void> | undefined;
  let broken: JournalError | undefined;
  let count = stored;

  const fail = (batch: readonly PendingLine[], error: unknown): void => {
    broken ??= asJournalError(error);
    for (const { failed } of [...batch, ...waiting]) failed(broken);
    waiting = [];
  };

  const run = async (): Promise<void> => {
    // Lets everything that is appended in this turn of the loop join the first write.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxLines);
      try {
        const lines = await Promise.all(batch.map(({ line }) => line));
        await storage.write(lines, count);
        count += lines.length;
        for (const [index, { stored: done }] of batch.entries()) done(lines[index] ?? '');
      } catch (error) {
        fail(batch, error);
      }
    }
    running = undefined;
  };

  return {
    add: (line) => {
      if (broken !== undefined) return line.failed(broken);
      waiting.push(line);
      running ??= run();
    },
    drained: () => running ?? Promise.resolve(),
  };
};
