import { FenceError } from '../fence/fence-error.js';
import { expandBraces } from './expand-braces.js';
import { GlobError } from './glob-error.js';
import { type NameMatcher, nameMatcher } from './name-matcher.js';

/** The longest glob that is compiled, in UTF-16 code units. */
export const maxGlobLength = 512;

/** A compiled glob. */
export interface Glob {
  /** Whether a path, given as its names, is meant. */
  matches(parts: readonly string[]): boolean;
  /** Whether something below a directory could be meant. */
  leadsTo(parts: readonly string[]): boolean;
}

type Part = NameMatcher | 'any-depth';

const compileParts = (pattern: string, hidden: boolean): readonly Part[] => {
  const names = pattern.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) throw new FenceError('outside');
  return names.map((name) => (name === '**' ? 'any-depth' : nameMatcher(name, hidden)));
};

/** The positions in the pattern that can be reached with one name more; time is names times parts, whatever they are. */
const step = (parts: readonly Part[], from: ReadonlySet<number>, name: string, hidden: boolean): Set<number> => {
  const to = new Set<number>();
  for (const at of from) {
    const part = parts[at];
    if (part === 'any-depth' && (hidden || !name.startsWith('.'))) {
      to.add(at);
      if (at === parts.length - 1) to.add(at + 1);
    } else if (typeof part === 'function' && part(name)) to.add(at + 1);
  }
  return skip(parts, to);
};

/** `**` may stand for nothing, but at the end: `src/**` does not mean `src`. */
const skip = (parts: readonly Part[], at: Set<number>): Set<number> => {
  for (const position of at) {
    if (parts[position] === 'any-depth' && position < parts.length - 1) at.add(position + 1);
  }
  return at;
};

/** How much a glob may mean. */
export interface GlobOptions {
  /** Whether `*` and `**` mean names that start with a dot. Default: `false`. */
  readonly hidden?: boolean;
}

/**
 * Compiles a glob over relative paths: `*`, `?`, `[a-z]`, `{a,b}`, and `**` for any number of directories.
 *
 * No pattern and no name can make a match slow.
 *
 * @throws {GlobError}
 * @throws {FenceError} `outside`, for a pattern that starts with `/` or holds `..`.
 */
export const compileGlob = (pattern: string, { hidden = false }: GlobOptions = {}): Glob => {
  if (pattern.length > maxGlobLength) throw new GlobError(`it is longer than ${maxGlobLength} characters`);
  const patterns = expandBraces(pattern);
  if (patterns.some((one) => one.startsWith('/')) || pattern.includes('\0')) throw new FenceError('outside');
  const alternatives = patterns.map((one) => compileParts(one, hidden));
  const reach = (parts: readonly Part[], names: readonly string[]): ReadonlySet<number> =>
    names.reduce((at, name) => step(parts, at, name, hidden), skip(parts, new Set([0])));
  return {
    matches: (names) => alternatives.some((parts) => reach(parts, names).has(parts.length)),
    leadsTo: (names) => alternatives.some((parts) => [...reach(parts, names)].some((at) => at < parts.length)),
  };
};
