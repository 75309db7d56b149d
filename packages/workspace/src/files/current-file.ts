import { closeSync } from 'node:fs';
import { openPinned } from '../fence/open-pinned.js';
import type { Root } from '../fence/open-root.js';
import type { Place } from '../fence/walk.js';
import { FileProblem } from './file-problem.js';
import { requireFile } from './load-file.js';
import { readBytes } from './read-bytes.js';

/** What lies in a place before it is written to. */
export interface CurrentFile {
  readonly bytes: Buffer;
  readonly mode: number;
}

/**
 * Reads the whole of the file that is about to be replaced; `undefined` where there is none.
 *
 * @throws {FileProblem} for what may not, or cannot, be replaced.
 */
export const currentFile = async (root: Root, place: Place, limit: number): Promise<CurrentFile | undefined> => {
  const { entry } = place;
  if (entry === undefined) return undefined;
  requireFile(entry);
  const { mode } = entry.stats;
  if ((mode & 0o222) === 0) {
    // A rename would go past the permissions of the file itself.
    throw new FileProblem('the file is read-only');
  }
  const fd = openPinned(root, entry);
  try {
    const { bytes, more } = await readBytes(fd, entry.stats.size, limit);
    if (!more) return { bytes, mode };
  } finally {
    closeSync(fd);
  }
  throw new FileProblem(`the file is larger than ${limit} bytes`);
};
