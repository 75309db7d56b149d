import type { JsonValue } from '@pawl/core';
import { hash } from '../generate/hash.js';
import { jsonPairs } from './json-pairs.js';
import { eitherWay, type Pair } from './pair.js';
import { sweep } from './sweep.js';
import { textPairs } from './text-pairs.js';

const keys = ['path', 'options', 'items', 'query', 'to', 'a', 'zz', '0'];

type Maybe = JsonValue | undefined;

/** The value one level down: in an object or a list, among others or alone. */
const within = (value: Maybe, drawn: number): JsonValue => {
  const key = keys[drawn % keys.length] ?? 'path';
  const member = value === undefined ? {} : { [key]: value };
  const shape = (drawn >>> 4) % 4;
  if (shape === 0) return member;
  if (shape === 1) return { ...member, before: 1, zzz: { more: ['x'] } };
  // What is not there leaves no place in a list.
  if (value === undefined) return { before: null };
  return shape === 2 ? [value] : [{ first: true }, value, 'last'];
};

/** One difference between two values, up to eight levels deep in them. */
const deep = (pair: Pair<Maybe>, drawn: number): Pair<Maybe> => {
  const depth = [0, 1, 1, 2, 3, 8][hash(drawn, 'depth') % 6] ?? 1;
  let { a, b } = pair;
  for (let level = 0; level < depth; level++) {
    const shape = hash(drawn, 'level', level);
    // A member that is not there on one side must have an object around it on both.
    const around = level === 0 && (a === undefined || b === undefined) ? (shape & ~0x20) >>> 0 : shape;
    [a, b] = [within(a, around), within(b, around)];
  }
  return eitherWay({ what: `${pair.what}, ${depth} levels deep`, a, b }, hash(drawn, 'way'));
};

/** Arguments of calls with exactly one difference, `count` of texts and twice as many others; `undefined`: none at all. */
export const differentJson = (salt: number, count: number): readonly Pair<Maybe>[] => {
  const drawn = hash(salt, 'json');
  return [...sweep(textPairs, drawn, count), ...sweep(jsonPairs, drawn, 2 * count)].map((pair, index) =>
    deep(pair, hash(drawn, index)),
  );
};
