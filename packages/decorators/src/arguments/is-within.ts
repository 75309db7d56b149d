import { posix } from 'node:path';

const segments = (path: string): readonly string[] =>
  posix
    .normalize(path)
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.');

/**
 * Whether a path lies in a directory, or is it, by its text alone: whole segments are compared and `..` is resolved first.
 * Backslashes and NUL are refused, because what they mean depends on who opens the path.
 */
export const isWithin = (directory: string, path: string): boolean => {
  if (path === '' || path.includes('\\') || path.includes('\0')) return false;
  if (posix.isAbsolute(directory) !== posix.isAbsolute(path)) return false;
  const root = segments(directory);
  const found = segments(path);
  // A relative path that climbs out keeps its `..` at the front.
  if (found.length < root.length || found.slice(root.length).includes('..')) return false;
  return root.every((segment, at) => segment === found[at]);
};
