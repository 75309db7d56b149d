import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { FenceError } from './fence-error.js';
import type { Root } from './open-root.js';
import type { Pin } from './pins.js';

/**
 * Opens for reading the very file that is held, and nothing else. Close the descriptor after use.
 *
 * @throws {FenceError} `exchanged`
 */
export const openPinned = (root: Root, pin: Pin): number => {
  // O_NONBLOCK: what became a named pipe must not hold up the process.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  if (root.pins.exact) return openSync(pin.self, flags);
  const fd = openSync(pin.self, flags | constants.O_NOFOLLOW);
  try {
    const { ino, dev } = fstatSync(fd);
    if (ino !== pin.stats.ino || dev !== pin.stats.dev) throw new FenceError('exchanged');
    pin.confirm();
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
};
