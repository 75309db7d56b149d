import { shapeProblem } from '../event/decode-event.js';
import { encodeEvent, type HashedBody } from '../event/encode-event.js';
import { genesis, type JournalEvent } from '../event/journal-event.js';
import { signedBytes } from '../event/signed-bytes.js';
import { checkSignature } from '../keys/check-signature.js';
import type { KeyRing } from '../keys/key-ring.js';

/** What is wrong with an event or a chain. */
export type ChainFault =
  /** Not an event at all. */
  | 'malformed'
  /** An event of another session. */
  | 'wrong-session'
  /** An event was dropped, repeated or moved. */
  | 'out-of-order'
  /** The event does not follow from the one before. */
  | 'broken-chain'
  /** The event is not what was hashed. */
  | 'edited'
  /** Signed with a key that the chain was not at. */
  | 'wrong-key'
  /** Signed with a key that is not in the ring. */
  | 'unknown-key'
  /** Signed with a key that may not sign events. */
  | 'key-not-allowed'
  /** The signature is not of this event. */
  | 'bad-signature'
  /** The last line was not written whole. */
  | 'torn-tail'
  /** The chain is shorter than the checkpoint says. */
  | 'cut-tail'
  /** The checkpoint is of another chain. */
  | 'checkpoint-mismatch'
  /** The checkpoint itself is not signed by a trusted key, or is of another session. */
  | 'bad-checkpoint';

/** Where a chain has come to. */
export interface ChainState {
  readonly session: string | undefined;
  /** Events so far, which is the number of the next. */
  readonly count: number;
  readonly prev: string;
  /** The key that signs the next event; unknown before the first. */
  readonly key: string | undefined;
}

/** Before the first event. */
export const emptyChain = (session?: string): ChainState => ({ session, count: 0, prev: genesis, key: undefined });

/** The state after an event, or what is wrong with it. */
export type ChainStep = { readonly state: ChainState } | { readonly fault: ChainFault; readonly message: string };

const fault = (code: ChainFault, message: string): ChainStep => ({ fault: code, message });

const encoded = (event: JournalEvent): HashedBody | undefined => {
  try {
    return encodeEvent(event);
  } catch {
    return undefined;
  }
};

const placeFault = (state: ChainState, event: JournalEvent): ChainStep | undefined => {
  if (state.session !== undefined && event.session !== state.session) {
    return fault('wrong-session', `is of session ${JSON.stringify(event.session)}`);
  }
  if (event.seq !== state.count) {
    return fault('out-of-order', `has number ${event.seq} where ${state.count} belongs: events are missing or moved`);
  }
  return event.prev === state.prev ? undefined : fault('broken-chain', 'does not follow from the event before it');
};

const keyAfter = (event: JournalEvent, keys: KeyRing): ChainStep | string => {
  if (event.type !== 'key-rotation') return event.key;
  const { from, to } = event.data;
  if (from !== event.key) return fault('wrong-key', 'rotates away from a key that did not sign it');
  if (keys.find(to)?.uses.includes('journal') !== true) {
    return fault('unknown-key', `rotates to key ${JSON.stringify(to)}, which is not in the ring for journals`);
  }
  return to;
};

/** Checks the next event of a chain; `line` is its text where there is one, which then must be canonical. */
export const nextState = (
  state: ChainState,
  event: JournalEvent,
  { keys, line }: { readonly keys: KeyRing; readonly line?: string },
): ChainStep => {
  const problem = shapeProblem(event);
  if (problem !== undefined) return fault('malformed', problem);
  const misplaced = placeFault(state, event);
  if (misplaced !== undefined) return misplaced;
  const text = encoded(event);
  if (text === undefined) return fault('malformed', 'holds what is not I-JSON');
  if (text.hash !== event.hash) return fault('edited', 'is not what was hashed');
  if (line !== undefined && text.line(event.sig) !== line) return fault('edited', 'is not the text that was written');
  if (state.key !== undefined && event.key !== state.key) {
    return fault('wrong-key', `is signed with key ${JSON.stringify(event.key)} without a rotation to it`);
  }
  const message = signedBytes('event', event.hash);
  const answer = checkSignature(keys, { keyId: event.key, use: 'journal', message, sig: event.sig });
  if (answer !== 'valid') return fault(answer, `has a signature that does not count (${answer})`);
  const key = keyAfter(event, keys);
  if (typeof key !== 'string') return key;
  return { state: { session: event.session, count: state.count + 1, prev: event.hash, key } };
};
