import picomatch from 'picomatch';
import { GlobError } from './glob-error.js';

/** Whether a name, that is one part of a path, is meant. */
export type NameMatcher = (name: string) => boolean;

/** Goes back to the last `*` only, which is enough, so the time is at most the product of the two lengths. */
const matchesStars = (pattern: readonly string[], name: readonly string[]): boolean => {
  let at = 0;
  let star = -1;
  let resume = 0;
  let next = 0;
  while (next < name.length) {
    if (pattern[at] === '*') {
      star = at;
      at += 1;
      resume = next;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[next])) {
      at += 1;
      next += 1;
    } else if (star !== -1) {
      at = star + 1;
      resume += 1;
      next = resume;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
};

// picomatch makes a regular expression, which tries every way to share a name out among the stars: 20 ms for three of
// them and a name made for it, 1.5 s for four.
const maxStarsWithClasses = 2;

/**
 * Compiles one part of a glob: `*`, `?`, `[a-z]`, `\` before a character that is meant itself.
 *
 * A name that starts with a dot is meant only by a pattern that does, or where `hidden` is set.
 *
 * @throws {GlobError} for more than two `*` beside a class.
 */
export const nameMatcher = (pattern: string, hidden: boolean): NameMatcher => {
  const dots = hidden || pattern.startsWith('.');
  const visible = (name: string): boolean => dots || !name.startsWith('.');
  if (!/[*?[\]\\]/.test(pattern)) return (name) => name === pattern;
  if (!/[[\]\\]/.test(pattern)) {
    const letters = [...pattern];
    return (name) => visible(name) && matchesStars(letters, [...name]);
  }
  if (pattern.split('*').length - 1 > maxStarsWithClasses) {
    throw new GlobError(`a part of it has a class in brackets and more than ${maxStarsWithClasses} \`*\``);
  }
  const options = { dot: true, noextglob: true, nonegate: true, nobrace: true, noglobstar: true, windows: false };
  const matches = picomatch(pattern, options);
  return (name) => visible(name) && matches(name);
};
