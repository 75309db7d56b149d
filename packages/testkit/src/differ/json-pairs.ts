import type { JsonValue } from '@pawl/core';
import type { Pair } from './pair.js';

/** Read from text, because `__proto__` in a literal is no member. */
const read = (text: string): JsonValue => JSON.parse(text) as JsonValue; // what JSON.parse gives is JSON

const separators = [',', ':', '|', '/', '&', '=', ' ', '.', '-', '_', '\n', '\u0000', '","', '":"'];

/** Texts in which one stands for the separator between two. */
const joinedTexts: readonly Pair<JsonValue | undefined>[] = separators.map((by) => ({
  what: `a separator inside a text, ${JSON.stringify(by)}`,
  a: ['a', 'b'],
  b: [`a${by}b`],
}));

/** Values of JSON with one difference beside those of texts; `undefined` is one that is not there. */
export const jsonPairs: readonly Pair<JsonValue | undefined>[] = [
  ...joinedTexts,
  { what: 'null instead of nothing', a: undefined, b: null },
  { what: 'an empty object instead of nothing', a: undefined, b: {} },
  { what: 'an empty list instead of nothing', a: undefined, b: [] },
  { what: 'an empty text instead of nothing', a: undefined, b: '' },
  { what: 'false instead of nothing', a: undefined, b: false },
  { what: 'zero instead of nothing', a: undefined, b: 0 },
  { what: 'an empty object instead of null', a: null, b: {} },
  { what: 'an empty text instead of null', a: null, b: '' },
  { what: 'false instead of null', a: null, b: false },
  { what: 'zero instead of null', a: null, b: 0 },
  { what: 'the text null', a: null, b: 'null' },
  { what: 'the text undefined', a: undefined, b: 'undefined' },
  { what: 'a list instead of an object', a: {}, b: [] },
  { what: 'a list of null', a: [], b: [null] },
  { what: 'a list of a list', a: [], b: [[]] },
  { what: 'a list instead of its only item', a: ['a'], b: 'a' },
  { what: 'a list instead of an object with its indices', a: ['a'], b: { 0: 'a' } },
  { what: 'true instead of false', a: true, b: false },
  { what: 'the text true', a: true, b: 'true' },
  { what: 'one instead of true', a: true, b: 1 },
  { what: 'zero instead of false', a: false, b: 0 },
  { what: 'an empty text instead of false', a: false, b: '' },
  { what: 'the text of a number', a: 1, b: '1' },
  { what: 'another number', a: 1, b: 2 },
  { what: 'another sign', a: 7, b: -7 },
  { what: 'a fraction', a: 1, b: 1.25 },
  { what: 'a number close by', a: 1, b: 1.0000000000000002 },
  { what: 'a small number', a: 0, b: 1e-9 },
  { what: 'a large number close by', a: 9007199254740991, b: 9007199254740990 },
  { what: 'a number beyond 32 bits', a: 1, b: 4294967297 },
  { what: 'another power of ten', a: 1e21, b: 1e22 },
  { what: 'the order of a list', a: ['a', 'b'], b: ['b', 'a'] },
  { what: 'the order of a list of numbers', a: [1, 2, 3], b: [3, 2, 1] },
  { what: 'the order of a list of objects', a: [{ n: 1 }, { n: 2 }], b: [{ n: 2 }, { n: 1 }] },
  { what: 'an item twice', a: ['a'], b: ['a', 'a'] },
  { what: 'an added item', a: ['a'], b: ['a', 'b'] },
  { what: 'the last item of a long list', a: Array(70).fill(0), b: [...Array(69).fill(0), 1] },
  { what: 'an added member', a: { a: 1 }, b: { a: 1, b: 2 } },
  { what: 'an added member that is null', a: { a: 1 }, b: { a: 1, b: null } },
  { what: 'an added member that is false', a: { a: 1 }, b: { a: 1, force: false } },
  { what: 'an added member that is empty', a: { a: 1 }, b: { a: 1, b: {} } },
  { what: 'another key', a: { from: 'x' }, b: { to: 'x' } },
  { what: 'another case of a key', a: { Path: 'x' }, b: { path: 'x' } },
  { what: 'a space in a key', a: { path: 'x' }, b: { 'path ': 'x' } },
  { what: 'a hidden key', a: { path: 'x' }, b: { path: 'x', _all: true } },
  { what: 'values that changed places', a: { from: 'x', to: 'y' }, b: { from: 'y', to: 'x' } },
  { what: 'the members of another item', a: [{ a: 1 }, {}], b: [{}, { a: 1 }] },
  { what: 'another nesting of a list', a: [['a'], 'b'], b: ['a', ['b']] },
  { what: 'a flat list', a: [['a', 'b']], b: ['a', 'b'] },
  { what: 'a path for a key', a: { a: { b: 1 } }, b: { 'a.b': 1 } },
  { what: 'JSON in a text', a: { a: 1 }, b: '{"a":1}' },
  { what: 'a member named __proto__', a: {}, b: read('{"__proto__":{"all":true}}') },
  { what: 'a member of __proto__', a: read('{"__proto__":1}'), b: read('{"__proto__":2}') },
  { what: 'a member named constructor', a: {}, b: { constructor: 'x' } },
  { what: 'a member named toJSON', a: { toJSON: 1 }, b: { toJSON: 2 } },
];
