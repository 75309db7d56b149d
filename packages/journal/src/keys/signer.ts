import { createPrivateKey, sign } from 'node:crypto';
import { type Ed25519Key, keyIdOf } from './key-id.js';

/** Who signs. Asynchronous where the key is in another process or in hardware. */
export interface Signer {
  /** Names the key, so that a verifier finds it. */
  readonly keyId: string;
  /** The 64 bytes of an Ed25519 signature (RFC 8032) of the message. */
  sign(message: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

/**
 * Signs with a private key of this process.
 *
 * @throws {TypeError} for a key that is not a private Ed25519 key.
 * @example
 * ```ts
 * const { privateKey } = generateKeyPairSync('ed25519');
 * const signer = ed25519Signer(privateKey);
 * ```
 */
export const ed25519Signer = (key: Ed25519Key): Signer => {
  const privateKey = typeof key === 'string' ? createPrivateKey(key) : key;
  if (privateKey.type !== 'private') throw new TypeError('ed25519Signer: give it the private key; this one is public');
  const keyId = keyIdOf(privateKey);
  return Object.freeze({ keyId, sign: (message: Uint8Array) => sign(null, message, privateKey) });
};
