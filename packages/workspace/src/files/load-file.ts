import { closeSync } from 'node:fs';
import { openPinned } from '../fence/open-pinned.js';
import type { Root } from '../fence/open-root.js';
import { parsePath } from '../fence/parse-path.js';
import { pinPath } from '../fence/pin-path.js';
import type { Pin } from '../fence/pins.js';
import { FileProblem } from './file-problem.js';
import { readBytes } from './read-bytes.js';

/** A file's content as far as it was looked at. */
export interface LoadedFile {
  readonly bytes: Buffer;
  /** Whether there is more than `bytes`. */
  readonly more: boolean;
  readonly size: number;
  /** Where it really lies: the names from the root down, joined. */
  readonly path: string;
}

const kind = ({ stats }: Pin): string => {
  if (stats.isDirectory()) return 'a directory: list it with glob';
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
};

/** @throws {FileProblem} for what is no regular file; nothing else is ever opened. */
export const requireFile = (pin: Pin): void => {
  if (pin.stats.isFile()) return;
  throw new FileProblem(`it is no file but ${kind(pin)}`);
};

/**
 * Reads what a path leads to, at most `limit` bytes of it.
 *
 * @throws {FenceError} where the fence refuses the path.
 * @throws {FileProblem} for what is no regular file.
 */
export const loadFile = async (root: Root, path: string, limit: number): Promise<LoadedFile> => {
  const { pin, parts } = pinPath(root, parsePath(path));
  try {
    requireFile(pin);
    const fd = openPinned(root, pin);
    try {
      const { bytes, more } = await readBytes(fd, pin.stats.size, limit);
      return { bytes, more, size: Math.max(pin.stats.size, bytes.length), path: parts.join('/') };
    } finally {
      closeSync(fd);
    }
  } finally {
    pin.close();
  }
};
