import { closeSync } from 'node:fs';
import { openPinned } from '../fence/open-pinned.js';
import type { Root } from '../fence/open-root.js';
import type { Place } from '../fence/walk.js';
import { FileProblem } from './file-problem.js';
import { requireFile } from './load-file.js';
import { readBytes } from './read-bytes.js';

/** What lies in a place before it is written to. */
export interface CurrentFile {
  /** Its content, as far as it was looked at. */
  readonly bytes: Buffer;
  /** Whether there is more than `bytes`. */
  readonly more: boolean;
  readonly mode: number;
}

/**
 * Reads the file that is about to be replaced, at most `limit` bytes of it; `undefined` where there is none.
 *
 * @throws {FileProblem} for what may not be replaced.
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
    return { ...(await readBytes(fd, entry.stats.size, limit)), mode };
  } finally {
    closeSync(fd);
  }
};
