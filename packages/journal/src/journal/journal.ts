import type { JournalEventMap, JournalEventType } from '../event/event-map.js';
import type { JournalEvent, JournalEventOf } from '../event/journal-event.js';
import type { Signer } from '../keys/signer.js';
import type { Checkpoint } from '../verify/checkpoint.js';

/** The last event that is stored. */
export interface JournalHead {
  /** Its number. */
  readonly seq: number;
  /** Its hash. */
  readonly hash: string;
}

/** The types that a caller may append; a rotation is written by `rotate`. */
export type AppendableType = Exclude<JournalEventType, 'key-rotation'>;

/** The chain of one session. It has one writer; whoever only reads opens nothing and uses `verify`. */
export interface Journal extends AsyncDisposable {
  /** The conversation. */
  readonly session: string;
  /**
   * Appends an event; resolves once it is stored for good. Events keep the order of the calls, awaited or not.
   *
   * @throws {JournalError} `invalid-event`, `closed`, `foreign-write`, `write-failed`.
   */
  append<T extends AppendableType>(type: T, data: JournalEventMap[T]): Promise<JournalEventOf<T>>;
  /** The events that are stored, in order, from number `from` (default 0). */
  events(from?: number): AsyncIterable<JournalEvent>;
  /** Calls `listener` with every event once it is stored, before `append` resolves; returns the unsubscribe. */
  subscribe(listener: (event: JournalEvent) => void): () => void;
  /** The last stored event; `undefined` while there is none. */
  head(): JournalHead | undefined;
  /**
   * A signed statement of the last stored event. Kept elsewhere, it shows a cut tail.
   *
   * @throws {JournalError} `closed`, or `invalid-event` while there is no event.
   */
  checkpoint(): Promise<Checkpoint>;
  /**
   * Signs what comes after with another key, which must be in the ring. The change itself is an event, signed with the
   * key so far.
   *
   * @throws {JournalError} `wrong-key`, and what `append` throws.
   */
  rotate(next: Signer): Promise<JournalEventOf<'key-rotation'>>;
  /** Waits for what was appended, and lets the journal go. */
  close(): Promise<void>;
}
