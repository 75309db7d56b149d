import { constants, copyFile, lstatSync, mkdirSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Root } from '../fence/open-root.js';
import { pinPath } from '../fence/pin-path.js';
import type { Pin } from '../fence/pins.js';
import { requireFile } from '../files/load-file.js';
import { asShareInError } from './as-share-in-error.js';
import type { ShareInPlan } from './plan-share-in.js';

const copy = promisify(copyFile);

// As many as the pool of libuv has threads by default; more only wait there.
const lanes = 4;

const copyOne = async (root: Root, parts: readonly string[], to: string): Promise<number> => {
  const { pin } = pinPath(root, parts);
  try {
    requireFile(pin);
    // A clone where the file system has them, so that a copy costs nothing until it is changed.
    await copy(pin.self, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    pin.confirm();
    return lstatSync(to).size;
  } finally {
    pin.close();
  }
};

/**
 * Copies what was planned into a subtree that nobody has seen yet; returns how many bytes it became, because a file may
 * have grown since.
 *
 * @throws {ShareInError} for the first file that cannot be copied; the others are there then.
 */
export const copyShareIn = async (root: Root, plan: ShareInPlan, subtree: Pin): Promise<number> => {
  for (const parts of plan.directories) mkdirSync(subtree.at(parts.join('/')), { recursive: true });
  const queue = plan.files.values();
  let bytes = 0;
  const lane = async (): Promise<void> => {
    for (const parts of queue) {
      const path = parts.join('/');
      try {
        const copied = await copyOne(root, parts, subtree.at(path));
        bytes += copied;
      } catch (error) {
        throw asShareInError(path, error);
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return bytes;
};
