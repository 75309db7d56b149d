import { FenceError } from './fence-error.js';
import type { Root } from './open-root.js';
import { parsePath } from './parse-path.js';
import { walk } from './walk.js';

/**
 * Whether the fence would refuse a path. Nothing is opened, made or changed: directories and links are looked at.
 *
 * A path that leads nowhere inside the root is not the fence's to refuse.
 */
export const wouldRefuse = (root: Root, path: string): boolean => {
  try {
    walk(root, parsePath(path)).close();
    return false;
  } catch (error) {
    // What cannot be found out counts as refused.
    return !(error instanceof FenceError) || (error.problem !== 'missing' && error.problem !== 'not-directory');
  }
};
