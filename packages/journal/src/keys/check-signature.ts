import { verify } from 'node:crypto';
import type { KeyRing, KeyUse } from './key-ring.js';

/** A signature and what it is said to be of. */
export interface SignatureClaim {
  readonly keyId: string;
  readonly use: KeyUse;
  readonly message: Uint8Array;
  /** Base64url. */
  readonly sig: string;
}

/** What a signature is worth. */
export type SignatureAnswer = 'valid' | 'unknown-key' | 'key-not-allowed' | 'bad-signature';

const base64url = /^[A-Za-z0-9_-]{86}$/;

/** Checks an Ed25519 signature under the ring's key of that id, and that the key may sign such things. */
export const checkSignature = (keys: KeyRing, claim: SignatureClaim): SignatureAnswer => {
  const key = keys.find(claim.keyId);
  if (key === undefined) return 'unknown-key';
  if (!key.uses.includes(claim.use)) return 'key-not-allowed';
  if (!base64url.test(claim.sig)) return 'bad-signature';
  const sig = Buffer.from(claim.sig, 'base64url');
  // 86 digits hold four bits more than 64 bytes: a second spelling of one signature is an edit.
  if (sig.toString('base64url') !== claim.sig) return 'bad-signature';
  return verify(null, claim.message, key.publicKey, sig) ? 'valid' : 'bad-signature';
};
