import { readdir } from 'node:fs/promises';
import { FenceError } from '../fence/fence-error.js';
import type { Root } from '../fence/open-root.js';
import { pinPath } from '../fence/pin-path.js';
import { isReserved } from '../fence/reserved.js';
import { temporaryName } from '../files/write-atomically.js';

/** One name that was met. */
export interface FoundFile {
  readonly parts: readonly string[];
}

/** Where a walk goes. */
export interface WalkRequest {
  readonly root: Root;
  /** The directory to start from. */
  readonly start: readonly string[];
  /** Whether to go into a directory, given as its names. */
  readonly enter: (parts: readonly string[]) => boolean;
  /** Called before each directory; throwing ends the walk. */
  readonly check: () => void;
}

// What a search for text never means, and what makes it slow.
const skipped = new Set(['.git', 'node_modules']);

const isFileBehind = (root: Root, parts: readonly string[]): boolean => {
  try {
    const { pin } = pinPath(root, parts);
    pin.close();
    return pin.stats.isFile();
  } catch {
    return false; // A link that leads out, or nowhere, is not shown.
  }
};

interface Listing {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

const list = async (root: Root, parts: readonly string[]): Promise<Listing> => {
  const { pin, parts: real } = pinPath(root, parts);
  try {
    if (!pin.stats.isDirectory()) throw new FenceError('not-directory');
    const entries = await readdir(pin.self, { withFileTypes: true });
    pin.confirm();
    const own = entries.filter(({ name }) => !(real.length === 0 && isReserved(name)) && !temporaryName.test(name));
    own.sort((a, b) => (a.name < b.name ? -1 : 1));
    const isFile = (entry: (typeof own)[number]): boolean =>
      entry.isFile() || (entry.isSymbolicLink() && isFileBehind(root, [...parts, entry.name]));
    return {
      files: own.filter(isFile).map(({ name }) => name),
      directories: own.filter((entry) => entry.isDirectory() && !skipped.has(entry.name)).map(({ name }) => name),
    };
  } finally {
    pin.close();
  }
};

/**
 * The files below a directory, each directory's own before those further down, sorted by name. Links to directories are not
 * followed, so a walk always ends; `.git` and `node_modules` are left out, unless the walk starts in them.
 *
 * @throws {FenceError} where the start is refused or no directory.
 */
export async function* walkFiles({ root, start, enter, check }: WalkRequest): AsyncGenerator<FoundFile, void, void> {
  const open: (readonly string[])[] = [start];
  for (let parts = open.pop(); parts !== undefined; parts = open.pop()) {
    check();
    let listing: Listing;
    try {
      listing = await list(root, parts);
    } catch (error) {
      // What went away, or may not be read, is passed over; where the walk starts, the caller is told.
      if (parts === start) throw error;
      continue;
    }
    const here = parts;
    for (const name of listing.files) yield { parts: [...here, name] };
    const below = listing.directories.map((name) => [...here, name]).filter(enter);
    open.push(...below.reverse());
  }
}
