import { canonicalJson } from '@pawl/core';
import { JournalError } from '../journal/journal-error.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Signer } from '../keys/signer.js';
import type { Checkpoint } from '../verify/checkpoint.js';

/** What every journal needs. */
export interface WriterOptions {
  /** The conversation. Any string that is not empty. */
  readonly session: string;
  /** Signs the events. Its key must be in the ring with the use `journal`. */
  readonly signer: Signer;
  /** The keys that the stored events are verified with. */
  readonly keys: KeyRing;
  /** A checkpoint kept elsewhere: opening fails where the stored chain falls short of it. */
  readonly checkpoint?: Checkpoint;
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

const isIJson = (text: string): boolean => {
  try {
    canonicalJson(text);
    return true;
  } catch {
    return false;
  }
};

/** @throws {JournalError} `invalid-option` or `wrong-key`, with what to do. */
export const checkWriterOptions = (opener: string, { session, signer, keys }: WriterOptions): void => {
  const refuse = (problem: string): JournalError => new JournalError('invalid-option', `${opener}: ${problem}`);
  if (typeof session !== 'string' || session === '') throw refuse('`session` must be a string that is not empty');
  if (!isIJson(session)) throw refuse('`session` holds text that is not I-JSON (RFC 7493)');
  if (typeof signer?.sign !== 'function') throw refuse('`signer` is missing: give it `ed25519Signer(privateKey)`');
  if (typeof keys?.find !== 'function') throw refuse('`keys` is missing: give it `keyRing([…])`');
  if (keys.find(signer.keyId)?.uses.includes('journal') !== true) {
    throw new JournalError(
      'wrong-key',
      `${opener}: the signer's key ${signer.keyId} is not in \`keys\` with the use 'journal'; nobody could verify`,
    );
  }
};
