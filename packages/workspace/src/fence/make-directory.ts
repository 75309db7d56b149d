import { mkdirSync } from 'node:fs';
import { FenceError } from './fence-error.js';
import type { Root } from './open-root.js';
import type { Pin } from './pins.js';
import { hasCode } from './system-error.js';

/**
 * Makes a directory in one that is held, unless it is there, and holds it.
 *
 * @throws {FenceError} `not-directory`, also for a link, which is never followed here.
 */
export const makeDirectory = (root: Root, parent: Pin, name: string): Pin => {
  parent.confirm();
  try {
    mkdirSync(parent.at(name));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  const made = root.pins.pin(parent.at(name));
  if (made.stats.isDirectory()) return made;
  made.close();
  throw new FenceError('not-directory');
};
