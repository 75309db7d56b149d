import { setImmediate } from 'node:timers/promises';
import { JournalError } from './journal-error.js';
import type { JournalStorage } from './journal-storage.js';

/** A line that waits to be stored. */
interface PendingLine {
  /** Signs it. Called once, in the order of the lines. */
  readonly signed: () => string | Promise<string>;
  readonly stored: () => void;
  readonly failed: (error: unknown) => void;
}

/** Stores lines in order, all that wait in one write. */
export interface GroupCommit {
  add(line: PendingLine): void;
  /** Resolves once nothing waits any more, also where it failed. */
  drained(): Promise<void>;
}

/** Lines signed at a stretch: about a millisecond, after which a write that has ended may start the next. */
const stretch = 32;

const asJournalError = (error: unknown): JournalError =>
  error instanceof JournalError
    ? error
    : new JournalError(
        'write-failed',
        `the journal could not be written (${String(error)}): open it again to see what is stored`,
        error,
      );

const isText = (line: string | Promise<string>): line is string => typeof line === 'string';

interface Ready {
  readonly pending: PendingLine;
  readonly line: string;
}

/**
 * Signs what waits while the write before is on its way, and writes whatever is signed by then at once. After a failure
 * nothing is written any more: each event builds on the one before, and what the store holds is unknown until it is read
 * again.
 */
class Commit implements GroupCommit {
  readonly #storage: JournalStorage;
  #count: number;
  #waiting: PendingLine[] = [];
  #ready: Ready[] = [];
  #signing: Promise<void> | undefined;
  #writing: Promise<void> | undefined;
  #broken: JournalError | undefined;

  constructor(storage: JournalStorage, stored: number) {
    this.#storage = storage;
    this.#count = stored;
  }

  add(line: PendingLine): void {
    if (this.#broken !== undefined) {
      line.failed(this.#broken);
      return;
    }
    this.#waiting.push(line);
    this.#signing ??= this.#sign();
  }

  async drained(): Promise<void> {
    while (this.#signing !== undefined || this.#writing !== undefined) await (this.#signing ?? this.#writing);
  }

  async #sign(): Promise<void> {
    // Whatever else is appended in this turn of the loop joins the first write.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const pending = this.#waiting.splice(0, stretch);
      try {
        const signed = pending.map((entry) => entry.signed());
        // All at once: one after the other would wait for a remote signer as often as there are lines.
        const lines = signed.every(isText) ? signed : await Promise.all(signed);
        for (const [index, entry] of pending.entries()) this.#ready.push({ pending: entry, line: lines[index] ?? '' });
        this.#writing ??= this.#write();
      } catch (error) {
        this.#fail(pending, error);
      }
      if (this.#waiting.length > 0) await setImmediate();
    }
    this.#signing = undefined;
  }

  async #write(): Promise<void> {
    while (this.#ready.length > 0) {
      const batch = this.#ready;
      this.#ready = [];
      try {
        if (this.#broken !== undefined) throw this.#broken;
        await this.#storage.write(
          batch.map(({ line }) => line),
          this.#count,
        );
        this.#count += batch.length;
        for (const { pending } of batch) pending.stored();
      } catch (error) {
        this.#fail(
          batch.map(({ pending }) => pending),
          error,
        );
      }
    }
    this.#writing = undefined;
  }

  #fail(lines: readonly PendingLine[], error: unknown): void {
    this.#broken ??= asJournalError(error);
    const all = [...lines, ...this.#ready.map(({ pending }) => pending), ...this.#waiting];
    this.#ready = [];
    this.#waiting = [];
    for (const { failed } of all) failed(this.#broken);
  }
}

/** The lines of a storage that holds `stored` lines already. */
export const groupCommit = (storage: JournalStorage, stored: number): GroupCommit => new Commit(storage, stored);
