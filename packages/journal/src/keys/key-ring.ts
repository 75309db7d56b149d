import { createPublicKey, type KeyObject } from 'node:crypto';
import { type Ed25519Key, keyIdOf } from './key-id.js';

/**
 * What a key may sign: `journal` covers events, checkpoints and approval requests; `approval` covers people's answers.
 * A key with `journal` alone can never say yes for a person.
 */
export type KeyUse = 'journal' | 'approval';

/** A key that is trusted, and for what. */
export interface TrustedKey {
  /** Names the key. */
  readonly keyId: string;
  /** Ed25519. */
  readonly publicKey: KeyObject;
  /** What it may sign. */
  readonly uses: readonly KeyUse[];
}

/** The keys that are trusted. The only root of trust: nothing in a journal ever adds to it. */
export interface KeyRing {
  /** The key of this id, if it is trusted at all. */
  find(keyId: string): TrustedKey | undefined;
}

/** A key as `keyRing` takes it. */
export interface TrustedKeyInit {
  /** Ed25519, public; of a private key the public half is taken. */
  readonly key: Ed25519Key;
  /** What it may sign. */
  readonly uses: readonly KeyUse[];
}

/**
 * A ring of the keys given. Keep retired keys in it for as long as events signed with them are to be verified.
 *
 * @throws {TypeError} for a key that is not Ed25519, one without a use, or one given twice.
 * @example
 * ```ts
 * const keys = keyRing([
 *   { key: journalPublicKey, uses: ['journal'] },
 *   { key: approverPublicKey, uses: ['approval'] },
 * ]);
 * ```
 */
export const keyRing = (trusted: readonly TrustedKeyInit[]): KeyRing => {
  const ring = new Map<string, TrustedKey>();
  for (const { key, uses } of trusted) {
    const publicKey = typeof key === 'string' || key.type === 'private' ? createPublicKey(key) : key;
    const keyId = keyIdOf(publicKey);
    if (uses.length === 0) throw new TypeError(`keyRing: key ${keyId} has no \`uses\`: say 'journal' or 'approval'`);
    const other = uses.find((use) => use !== 'journal' && use !== 'approval');
    if (other !== undefined) throw new TypeError(`keyRing: key ${keyId} has the use ${JSON.stringify(other)}: no such`);
    if (ring.has(keyId)) throw new TypeError(`keyRing: key ${keyId} is given twice: list all its uses once`);
    ring.set(keyId, Object.freeze({ keyId, publicKey, uses: Object.freeze([...uses]) }));
  }
  return Object.freeze({ find: (keyId: string) => ring.get(keyId) });
};
