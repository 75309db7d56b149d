import { JsonError } from './json-error.js';

/** Nesting deeper than this is refused: it is no tool's real argument, and it would overflow the stack of whoever reads it. */
export const maxJsonDepth = 256;

// RFC 7493, section 2.1: no surrogates that stand alone, and no noncharacters.
const notIJsonText =
  /[\uFDD0-\uFDEF\uFFFE\uFFFF]|[\uD83F\uD87F\uD8BF\uD8FF\uD93F\uD97F\uD9BF\uD9FF\uDA3F\uDA7F\uDABF\uDAFF\uDB3F\uDB7F\uDBBF\uDBFF][\uDFFE\uDFFF]/;
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

const escapePointer = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

const describe = (value: unknown): string => {
  if (typeof value !== 'object' || value === null)
    return `is ${typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`}`;
  const proto: unknown = Object.getPrototypeOf(value);
  const name = typeof proto === 'object' && proto !== null && 'constructor' in proto ? proto.constructor : undefined;
  return `is an object of class ${typeof name === 'function' && name.name !== '' ? name.name : 'unknown'}`;
};

interface Walk {
  /** `true` builds a deep-frozen copy; `false` only checks. */
  readonly copy: boolean;
  readonly path: (string | number)[];
  /** The objects that are being walked, outermost first: one that turns up twice is a cycle. */
  readonly open: object[];
}

const here = (walk: Walk): string => walk.path.map((token) => `/${escapePointer(String(token))}`).join('');

const checkText = (text: string, walk: Walk, what: string): void => {
  if (loneSurrogate.test(text))
    throw new JsonError(here(walk), `${what} a surrogate that stands alone (RFC 7493, 2.1)`);
  if (notIJsonText.test(text)) throw new JsonError(here(walk), `${what} a Unicode noncharacter (RFC 7493, 2.1)`);
};

const walkArray = (value: readonly unknown[], walk: Walk): unknown => {
  const copy: unknown[] = [];
  for (let index = 0; index < value.length; index++) {
    walk.path.push(index);
    if (!Object.hasOwn(value, index)) throw new JsonError(here(walk), 'is a hole in an array: fill it with null');
    const item = walkValue(value[index], walk);
    if (walk.copy) copy.push(item);
    walk.path.pop();
  }
  if (Object.keys(value).length !== value.length) throw new JsonError(here(walk), 'is an array with named members');
  return walk.copy ? Object.freeze(copy) : value;
};

const walkObject = (value: object, walk: Walk): unknown => {
  const copy: Record<string, unknown> = {};
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key === 'symbol') throw new JsonError(here(walk), `has a member named by a symbol (${String(key)})`);
    walk.path.push(key);
    checkText(key, walk, 'has a name with');
    const property = Object.getOwnPropertyDescriptor(value, key);
    // A getter could answer differently when the tool runs than when a person approved.
    if (property === undefined || !('value' in property))
      throw new JsonError(here(walk), 'is a getter: pass its value');
    if (!property.enumerable) throw new JsonError(here(walk), 'is not enumerable, so JSON would drop it');
    const item = walkValue(property.value, walk);
    if (walk.copy) {
      if (key === '__proto__') Object.defineProperty(copy, key, { value: item, enumerable: true });
      else copy[key] = item;
    }
    walk.path.pop();
  }
  return walk.copy ? Object.freeze(copy) : value;
};

const walkValue = (value: unknown, walk: Walk): unknown => {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    checkText(value, walk, 'holds');
    return value;
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new JsonError(here(walk), `is ${value}, which JSON cannot say`);
    return Object.is(value, -0) ? 0 : value;
  }
  if (typeof value !== 'object') throw new JsonError(here(walk), `${describe(value)}, which JSON cannot say`);
  if (walk.open.includes(value)) throw new JsonError(here(walk), 'contains itself');
  if (walk.open.length >= maxJsonDepth) throw new JsonError(here(walk), `is nested deeper than ${maxJsonDepth} levels`);
  walk.open.push(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== null && prototype !== Object.prototype) {
    throw new JsonError(here(walk), `${describe(value)}: pass plain JSON`);
  }
  const result = Array.isArray(value) ? walkArray(value, walk) : walkObject(value, walk);
  walk.open.pop();
  return result;
};

/** `copy` builds a deep-frozen copy, `check` only looks. @throws {JsonError} for what is not I-JSON (RFC 7493). */
export const walkJson = (value: unknown, purpose: 'copy' | 'check'): unknown =>
  walkValue(value, { copy: purpose === 'copy', path: [], open: [] });
