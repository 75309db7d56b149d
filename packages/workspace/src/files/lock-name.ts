import { FenceError } from '../fence/fence-error.js';
import type { Root } from '../fence/open-root.js';
import { parsePath } from '../fence/parse-path.js';
import { walk } from '../fence/walk.js';

/**
 * The name under which a file is locked: where it really lies, so that two spellings of one path, or a link and its
 * target, share a lock.
 *
 * @throws {FenceError}
 */
export const lockName = (root: Root, path: string): string => {
  const parts = parsePath(path);
  try {
    const place = walk(root, parts);
    place.close();
    return place.parts.join('/');
  } catch (error) {
    // Directories that are still to be made hold no links.
    if (error instanceof FenceError && error.problem === 'missing') return parts.join('/');
    throw error;
  }
};
