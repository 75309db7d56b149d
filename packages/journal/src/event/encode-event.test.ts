import { canonicalJson } from '@pawl/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestJson, fingerprint, sha256 } from './digest.js';
import { encodeEvent } from './encode-event.js';

const text = fc.string({ unit: 'grapheme' });
const json = fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 3 });

describe('the text of an event', () => {
  it('is canonical JSON, and so is what is hashed', () => {
    const body = fc.record({
      session: text,
      seq: fc.nat(),
      at: fc.constant('2026-11-30T00:00:00.000Z'),
      type: text,
      data: fc.dictionary(text, json),
      prev: text,
      key: text,
    });
    fc.assert(
      fc.property(body, text, (event, sig) => {
        const { hash, line } = encodeEvent(event);
        expect(hash).toBe(sha256(canonicalJson({ ...event, v: 1 })));
        expect(line(sig)).toBe(canonicalJson({ ...event, v: 1, hash, sig }));
      }),
    );
  });

  it('refuses data that is not I-JSON', () => {
    const body = { session: 's', seq: 0, at: '', type: 'custom', prev: '', key: '' };
    expect(() => encodeEvent({ ...body, data: { kind: 'x', data: undefined } })).toThrow(/undefined/);
  });
});

describe('a digest', () => {
  it('tells the absence of a value, null and an empty object apart', () => {
    expect(new Set([digestJson(undefined), digestJson(null), digestJson({})])).toHaveProperty('size', 3);
  });

  it('does not depend on the order of members', () => {
    expect(digestJson({ a: 1, b: 2 })).toBe(digestJson({ b: 2, a: 1 }));
  });

  it('of a definition is that of the definition after it crossed a process', () => {
    const spec = { name: 'a', description: '', inputSchema: {}, extra: [1] };
    expect(fingerprint({ ...spec, title: undefined } as unknown as typeof spec)).toBe(fingerprint(spec));
    expect(fingerprint({ ...spec, extra: [2] } as typeof spec)).not.toBe(fingerprint(spec));
  });
});
