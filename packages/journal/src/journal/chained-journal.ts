import { encodeEvent } from '../event/encode-event.js';
import type { JournalEventMap, JournalEventType } from '../event/event-map.js';
import { isEventType } from '../event/event-types.js';
import type { JournalEvent, JournalEventOf } from '../event/journal-event.js';
import { isRedactionData } from '../event/redaction-data.js';
import { signedBytes } from '../event/signed-bytes.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Signer } from '../keys/signer.js';
import type { ChainState } from '../verify/chain-state.js';
import { type Checkpoint, signCheckpoint } from '../verify/checkpoint.js';
import { foundInLine } from '../verify/found-in-line.js';
import { type GroupCommit, groupCommit } from './group-commit.js';
import type { AppendableType, Journal, JournalHead } from './journal.js';
import { JournalError } from './journal-error.js';
import type { JournalStorage } from './journal-storage.js';

/** What a chain is written with. */
export interface ChainWriter {
  readonly session: string;
  readonly signer: Signer;
  readonly keys: KeyRing;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Where the stored chain has come to. */
  readonly state: ChainState;
}

const base64url = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');

/** An event whose time cannot be read back would make the whole journal unreadable. */
const instant = (now: number): string => {
  const date = new Date(now);
  const year = date.getUTCFullYear();
  if (year >= 0 && year <= 9999) return date.toISOString();
  throw new JournalError('invalid-option', `\`now\` gave ${now}, which is no time in milliseconds since the epoch`);
};

const checkEvent = (type: string, data: unknown): void => {
  if (!isEventType(type) || type === 'key-rotation') {
    throw new JournalError('invalid-event', `there is no event type ${JSON.stringify(type)} to append`);
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new JournalError('invalid-event', `the data of a ${type} event must be an object`);
  }
  if (type === 'redaction' && !isRedactionData(data)) {
    throw new JournalError('invalid-event', 'a redaction event holds rules and counts only: use redactionData()');
  }
};

/** Chains, signs and stores events; the storage alone differs between a file, memory and a database. */
export class ChainedJournal implements Journal {
  readonly session: string;
  readonly #storage: JournalStorage;
  readonly #keys: KeyRing;
  readonly #now: () => number;
  readonly #commit: GroupCommit;
  readonly #listeners = new Set<(event: JournalEvent) => void>();
  #signer: Signer;
  #next: { seq: number; prev: string };
  #head: JournalHead | undefined;
  #closing: Promise<void> | undefined;

  constructor(storage: JournalStorage, { session, signer, keys, now, state }: ChainWriter) {
    this.session = session;
    this.#storage = storage;
    this.#keys = keys;
    this.#now = now;
    this.#signer = signer;
    this.#next = { seq: state.count, prev: state.prev };
    this.#head = state.count === 0 ? undefined : { seq: state.count - 1, hash: state.prev };
    this.#commit = groupCommit(storage, state.count);
  }

  append<T extends AppendableType>(type: T, data: JournalEventMap[T]): Promise<JournalEventOf<T>> {
    // Not an async function: at the rate of a busy journal its second promise would show.
    try {
      checkEvent(type, data);
      return this.#append(type, data);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Number and hash are settled before it returns, so events stand in the order of the calls. */
  #append<T extends JournalEventType>(type: T, data: JournalEventMap[T]): Promise<JournalEventOf<T>> {
    if (this.#closing !== undefined) {
      throw new JournalError('closed', `the journal of ${JSON.stringify(this.session)} is closed: open it again`);
    }
    const { seq, prev } = this.#next;
    const at = instant(this.#now());
    const body = { session: this.session, seq, at, type, data, prev, key: this.#signer.keyId };
    const encoded = this.#encode(body);
    const { hash } = encoded;
    this.#next = { seq: seq + 1, prev: hash };
    const signer = this.#signer;
    let sig = '';
    const signed = (bytes: Uint8Array): string => {
      sig = base64url(bytes);
      return encoded.line(sig);
    };
    return new Promise((resolve, reject) => {
      this.#commit.add({
        signed: () => {
          const signature = signer.sign(signedBytes('event', hash));
          return signature instanceof Promise ? signature.then(signed) : signed(signature);
        },
        stored: () => {
          // The data as it was stored, whatever became of the caller's object; its text was made from this very type.
          const stored = JSON.parse(encoded.data) as JournalEventMap[T];
          const event: JournalEventOf<T> = { v: 1, ...body, data: stored, hash, sig };
          this.#head = { seq, hash };
          // A type and the data of that type, which is what the union lists.
          this.#tell(event as JournalEvent);
          resolve(event);
        },
        failed: reject,
      });
    });
  }

  #encode(body: Parameters<typeof encodeEvent>[0]): ReturnType<typeof encodeEvent> {
    try {
      return encodeEvent(body);
    } catch (error) {
      throw new JournalError('invalid-event', `a ${body.type} event cannot be kept: ${String(error)}`, error);
    }
  }

  #tell(event: JournalEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        // A listener's fault is its own: the event is stored, and its writer must hear that.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  async *events(from = 0): AsyncGenerator<JournalEvent> {
    const to = this.#head === undefined ? 0 : this.#head.seq + 1;
    for await (const line of this.#storage.read(from, to)) {
      const found = foundInLine(line);
      if ('problem' in found) throw new JournalError('corrupt', `an event of this journal ${found.problem}: verify it`);
      yield found.event;
    }
  }

  subscribe(listener: (event: JournalEvent) => void): () => void {
    const own = (event: JournalEvent): void => listener(event);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  head(): JournalHead | undefined {
    return this.#head;
  }

  async checkpoint(): Promise<Checkpoint> {
    const head = this.#head;
    if (head === undefined) throw new JournalError('invalid-event', 'there is no event yet to make a checkpoint of');
    const at = instant(this.#now());
    return signCheckpoint({ v: 1, session: this.session, ...head, at }, this.#signer);
  }

  async rotate(next: Signer): Promise<JournalEventOf<'key-rotation'>> {
    if (this.#keys.find(next.keyId)?.uses.includes('journal') !== true) {
      throw new JournalError('wrong-key', `key ${next.keyId} is not in the ring for journals: add it, then rotate`);
    }
    if (next.keyId === this.#signer.keyId) {
      throw new JournalError('wrong-key', `the journal already signs with key ${next.keyId}`);
    }
    const rotation = this.#append('key-rotation', { from: this.#signer.keyId, to: next.keyId });
    this.#signer = next;
    return rotation;
  }

  close(): Promise<void> {
    this.#closing ??= this.#commit.drained().then(() => this.#storage.close());
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
