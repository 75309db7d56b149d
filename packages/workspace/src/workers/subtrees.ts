import { mkdirSync, writeFileSync } from 'node:fs';
import { FenceError } from '../fence/fence-error.js';
import { makeDirectory } from '../fence/make-directory.js';
import type { Root } from '../fence/open-root.js';
import type { Pin } from '../fence/pins.js';
import { reservedName } from '../fence/reserved.js';
import { hasCode } from '../fence/system-error.js';
import { FileProblem } from '../files/file-problem.js';
import { workerDirectory } from './worker-directory.js';

/** The folder of a root that holds its workers' subtrees. */
export const workersPath: string = `${reservedName}/workers`;

const makeOwn = (root: Root, top: Pin): Pin => {
  try {
    return makeDirectory(root, top, reservedName);
  } catch (error) {
    if (!(error instanceof FenceError) || error.problem !== 'not-directory') throw error;
    throw new FileProblem(`\`${reservedName}\` in the root must be a directory of the workspace's own: move it away`);
  }
};

/**
 * Makes the root's own folder, unless it is there, and holds it. It never follows a link that somebody left in its place.
 *
 * @throws {FileProblem} where something else lies there.
 */
export const pinReserved = (root: Root): Pin => {
  const top = root.pin();
  try {
    const reserved = makeOwn(root, top);
    try {
      // What lies here is no part of the project, so version control had better not see it.
      writeFileSync(reserved.at('.gitignore'), '*\n', { flag: 'wx' });
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    return reserved;
  } finally {
    top.close();
  }
};

/** Holds the folder with the subtrees. @throws {FenceError} `not-directory` */
export const pinWorkers = (root: Root): Pin => {
  const reserved = pinReserved(root);
  try {
    return makeDirectory(root, reserved, 'workers');
  } finally {
    reserved.close();
  }
};

/** Holds the folder with the subtrees where there is one; makes nothing. @throws {FenceError} `not-directory` */
export const findWorkers = (root: Root): Pin | undefined => {
  const place = tryWalk(root);
  place?.close();
  return place === undefined ? undefined : pinWorkers(root);
};

const tryWalk = (root: Root): Pin | undefined => {
  const top = root.pin();
  try {
    return root.pins.pin(top.at(workersPath));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  } finally {
    top.close();
  }
};

/**
 * Makes a subtree that nobody else has: a second one for the same id, such as the retry of a delegation, gets a number.
 */
export const makeSubtree = (workers: Pin, workerId: string): string => {
  const name = workerDirectory(workerId);
  for (let turn = 1; ; turn += 1) {
    const own = turn === 1 ? name : `${name}~${turn}`;
    try {
      mkdirSync(workers.at(own));
      return own;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
};
