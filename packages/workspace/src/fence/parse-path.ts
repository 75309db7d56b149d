import { FenceError } from './fence-error.js';
import { hasHalfSurrogate } from './has-half-surrogate.js';
import { isReserved } from './reserved.js';

/** The longest path that is looked at, in UTF-16 code units: PATH_MAX of Linux. */
export const maxPathLength = 4096;

// A file system that normalises names would make `..` of what only looks like it.
const looksLikeParent = (name: string): boolean => name.normalize('NFKC').split(/[\\/]/).includes('..');

/**
 * The names that a relative path is made of; none for the root itself. Looks at the text alone, so what is refused here
 * is refused alike whether or not anything is there.
 *
 * @throws {FenceError} `outside` for absolute paths, `..`, backslashes, drive letters, NUL and half surrogates;
 * `reserved` for the workspace's own folder.
 */
export const parsePath = (path: string): readonly string[] => {
  const malformed = path === '' || path.length > maxPathLength || path.includes('\0') || hasHalfSurrogate(path);
  if (malformed || path.startsWith('/') || path.includes('\\') || /^[A-Za-z]:/.test(path)) {
    throw new FenceError('outside');
  }
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (names.some(looksLikeParent)) throw new FenceError('outside');
  const [first] = names;
  if (first !== undefined && isReserved(first)) throw new FenceError('reserved');
  return names;
};
