import type { JournalEventMap, JournalEventType } from './event-map.js';

/** An event of one type, as it stands in the chain. */
export interface JournalEventOf<T extends JournalEventType> {
  /** The format. */
  readonly v: 1;
  /** The conversation whose chain this is. */
  readonly session: string;
  /** 0 for the first event, then one more each. */
  readonly seq: number;
  /** When it was appended: ISO 8601, UTC, milliseconds. */
  readonly at: string;
  /** The type of event. */
  readonly type: T;
  /** What happened. */
  readonly data: JournalEventMap[T];
  /** `hash` of the event before; 64 zeros for the first. */
  readonly prev: string;
  /** Id of the key that signed. */
  readonly key: string;
  /** SHA-256 of everything above in canonical JSON (RFC 8785), hexadecimal. */
  readonly hash: string;
  /** Ed25519 signature (RFC 8032) of the hash, base64url. */
  readonly sig: string;
}

/** Any event: a union over the types, so that `type` tells `data`. */
export type JournalEvent = { readonly [T in JournalEventType]: JournalEventOf<T> }[JournalEventType];

/** What `prev` of the first event is. */
export const genesis: string = '0'.repeat(64);
