import { canonicalJson } from '@pawl/core';
import { signedBytes } from '../event/signed-bytes.js';
import { checkSignature, type SignatureAnswer } from '../keys/check-signature.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Signer } from '../keys/signer.js';

/** A signed statement of how far a chain had come. Plain JSON; keep it where the journal is not. */
export interface Checkpoint {
  /** The format. */
  readonly v: 1;
  /** The conversation. */
  readonly session: string;
  /** The last event then. */
  readonly seq: number;
  /** Its hash. */
  readonly hash: string;
  /** When it was made: ISO 8601, UTC. */
  readonly at: string;
  /** Id of the key that signed. */
  readonly key: string;
  /** Ed25519 signature, base64url. */
  readonly sig: string;
}

const bytes = ({ sig: _, ...statement }: Checkpoint): Buffer => signedBytes('checkpoint', canonicalJson(statement));

/** Signs a checkpoint. */
export const signCheckpoint = async (
  statement: Omit<Checkpoint, 'key' | 'sig'>,
  signer: Signer,
): Promise<Checkpoint> => {
  const unsigned: Checkpoint = { ...statement, key: signer.keyId, sig: '' };
  return Object.freeze({ ...unsigned, sig: Buffer.from(await signer.sign(bytes(unsigned))).toString('base64url') });
};

/** What a checkpoint's signature is worth. */
export const checkCheckpoint = (checkpoint: Checkpoint, keys: KeyRing): SignatureAnswer => {
  try {
    return checkSignature(keys, {
      keyId: checkpoint.key,
      use: 'journal',
      message: bytes(checkpoint),
      sig: checkpoint.sig,
    });
  } catch {
    return 'bad-signature';
  }
};
