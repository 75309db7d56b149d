import { show } from './show.js';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const keysOf = (value: object): readonly string[] => {
  const keys = Object.keys(value).filter((key) => Reflect.get(value, key) !== undefined);
  // Not enumerable on errors, and yet what a reader sees.
  return value instanceof Error ? [...keys, 'message', ...('cause' in value ? ['cause'] : [])] : keys;
};

const at = (path: string): string => (path === '' ? '' : `at ${path}: `);

/**
 * How two answers differ, in a phrase; `undefined` where they do not. Copies are equal to originals; a field that is
 * missing, added or changed at any depth is a difference, also in errors and in fields that nobody knows.
 */
export const difference = (expected: unknown, actual: unknown, path = ''): string | undefined => {
  if (Object.is(expected, actual)) return undefined;
  if (!isObject(expected) || !isObject(actual)) return `${at(path)}${show(actual)} instead of ${show(expected)}`;
  if (Array.isArray(expected) !== Array.isArray(actual) || expected instanceof Error !== actual instanceof Error) {
    return `${at(path)}${show(actual)} instead of ${show(expected)}`;
  }
  if (expected instanceof AbortSignal || actual instanceof AbortSignal) return `${at(path)}another signal`;
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length) {
    return `${at(path)}${actual.length} items instead of ${expected.length}`;
  }
  const wanted = keysOf(expected);
  for (const key of wanted) {
    const found = difference(Reflect.get(expected, key), Reflect.get(actual, key), `${path}/${key}`);
    if (found !== undefined) return found;
  }
  const extra = keysOf(actual).find((key) => !wanted.includes(key));
  return extra === undefined ? undefined : `${at(`${path}/${extra}`)}${show(Reflect.get(actual, extra))} was added`;
};
