import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { agent } from '../../test/fixture.js';
import { checkSignature } from './check-signature.js';
import { keyIdOf } from './key-id.js';
import { keyRing } from './key-ring.js';
import { ed25519Signer } from './signer.js';

describe('a key', () => {
  it('is named by its thumbprint (RFC 8037, appendix A.3)', () => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    expect(keyIdOf(key)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
  });

  it('has the same name in either half', () => {
    const ring = keyRing([{ key: agent.pem, uses: ['journal'] }]);
    expect(ring.find(agent.signer.keyId)?.publicKey.type).toBe('public');
  });

  it('must be Ed25519, private to sign, listed once and for something', () => {
    const rsa = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(() => ed25519Signer(rsa.privateKey)).toThrow(/Ed25519/);
    expect(() => ed25519Signer(createPublicKey(agent.publicPem))).toThrow(/private/);
    expect(() => keyRing([{ key: agent.publicPem, uses: [] }])).toThrow(/uses/);
    expect(() => keyRing([{ key: agent.publicPem, uses: ['x' as 'journal'] }])).toThrow(/"x"/);
    const twice = { key: agent.publicPem, uses: ['journal'] } as const;
    expect(() => keyRing([twice, twice])).toThrow(/twice/);
  });
});

describe('a signature', () => {
  it('has one spelling', () => {
    const message = Buffer.from('a');
    const keys = keyRing([{ key: agent.publicPem, uses: ['journal'] }]);
    const sig = Buffer.from(agent.signer.sign(message) as Uint8Array).toString('base64url');
    const claim = { keyId: agent.signer.keyId, use: 'journal', message } as const;
    expect(checkSignature(keys, { ...claim, sig })).toBe('valid');
    // The last digit of 86 carries four bits that belong to no byte.
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = digits.indexOf(sig.slice(-1));
    const other = `${sig.slice(0, -1)}${digits[last ^ 1]}`;
    expect(Buffer.from(other, 'base64url').equals(Buffer.from(sig, 'base64url'))).toBe(true);
    for (const text of [other, `${sig}==`, '', sig.slice(1)]) {
      expect(checkSignature(keys, { ...claim, sig: text })).toBe('bad-signature');
    }
  });
});
