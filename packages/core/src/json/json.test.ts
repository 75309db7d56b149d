import canonicalize from 'canonicalize';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.js';
import { isJson } from './is-json.js';
import { JsonError } from './json-error.js';
import { snapshotJson } from './snapshot-json.js';

const iJson = fc.jsonValue({ noUnicodeString: false, stringUnit: 'grapheme' }).filter((value) => {
  try {
    snapshotJson(value);
    return true;
  } catch {
    return false;
  }
});

const deepFrozen = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(deepFrozen));

const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;
let deep: unknown = null;
for (let level = 0; level < 400; level++) deep = [deep];

const refused: readonly (readonly [name: string, value: unknown, pointer: string])[] = [
  ['undefined', { a: { b: undefined } }, '/a/b'],
  ['a function', [() => 1], '/0'],
  ['a symbol', Symbol('x'), ''],
  ['a bigint', { n: 1n }, '/n'],
  ['NaN', [1, Number.NaN], '/1'],
  ['an infinity', Number.POSITIVE_INFINITY, ''],
  ['a Map', { 'a/b': new Map() }, '/a~1b'],
  ['a Date', new Date(0), ''],
  ['a class instance', new (class Foo {})(), ''],
  ['a hole', Array(1), '/0'],
  ['a named member of an array', Object.assign([1], { extra: 1 }), ''],
  [
    'a getter',
    {
      get a() {
        return 1;
      },
    },
    '/a',
  ],
  ['a hidden member', Object.defineProperty({}, 'a', { value: 1, enumerable: false }), '/a'],
  ['a member named by a symbol', { [Symbol('s')]: 1 }, ''],
  ['a cycle', cyclic, '/self'],
  ['a lone surrogate', { text: 'a\uD800b' }, '/text'],
  ['a lone surrogate in a name', { '\uDC00': 1 }, '/\uDC00'],
  ['a noncharacter', 'a\uFFFE', ''],
  ['a noncharacter outside the first plane', '\u{1FFFE}', ''],
];

describe('snapshotJson', () => {
  it('gives an equal value that is frozen all the way down and shares nothing with the original', () => {
    fc.assert(
      fc.property(iJson, (value) => {
        const copy = snapshotJson(value);
        expect(copy).toEqual(JSON.parse(JSON.stringify(value)));
        expect(deepFrozen(copy)).toBe(true);
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
      }),
    );
  });

  it.each(refused)('refuses %s and points at it', (_name, value, pointer) => {
    expect(() => snapshotJson(value)).toThrow(JsonError);
    try {
      snapshotJson(value);
    } catch (error) {
      expect(error).toMatchObject({ code: 'not-i-json', pointer });
    }
  });

  it('refuses nesting that would overflow the stack of its reader', () => {
    expect(() => snapshotJson(deep)).toThrow('nested deeper than 256 levels');
  });

  it('keeps a member named __proto__ as a member', () => {
    const copy = snapshotJson(JSON.parse('{"__proto__": {"admin": true}}'));
    expect(Object.keys(copy as object)).toEqual(['__proto__']);
    expect((copy as { admin?: unknown }).admin).toBeUndefined();
  });

  it('reads -0 as 0, as JSON has no other', () => {
    expect(Object.is(snapshotJson(-0), 0)).toBe(true);
  });
});

describe('canonicalJson', () => {
  it('agrees with an independent implementation of RFC 8785', () => {
    fc.assert(
      fc.property(iJson, (value) => {
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
    );
  });

  it('does not depend on the order of members', () => {
    expect(canonicalJson({ b: 1, a: { d: 2, c: 3 } })).toBe(canonicalJson({ a: { c: 3, d: 2 }, b: 1 }));
  });

  it.each(refused)('refuses %s instead of writing something that looks like JSON', (_name, value) => {
    expect(() => canonicalJson(value)).toThrow(JsonError);
  });
});

describe('isJson', () => {
  it('takes whatever JSON.parse can give', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(isJson(JSON.parse(text))).toBe(true);
      }),
    );
  });

  it('takes half a surrogate pair, which a tool may have read, and refuses what JSON cannot say', () => {
    expect(isJson('a\uD800')).toBe(true);
    for (const value of [undefined, Number.NaN, () => 1, new Map(), { a: undefined }, cyclic, deep]) {
      expect(isJson(value)).toBe(false);
    }
  });
});
