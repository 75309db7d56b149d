import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

/** An Ed25519 key: a `KeyObject`, or the same as PEM. */
export type Ed25519Key = KeyObject | string;

/**
 * The id of a key: the thumbprint of its public part (RFC 7638 with the members of RFC 8037), base64url. So an id can
 * only belong to one key.
 *
 * @throws {TypeError} for a key that is not Ed25519.
 */
export const keyIdOf = (key: KeyObject): string => {
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new TypeError(`a journal signs with Ed25519, not ${key.asymmetricKeyType ?? key.type}: make such a key`);
  }
  const { x } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  return createHash('sha256')
    .update(`{"crv":"Ed25519","kty":"OKP","x":${JSON.stringify(x)}}`)
    .digest('base64url');
};
