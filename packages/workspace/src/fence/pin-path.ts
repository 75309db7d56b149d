import { FenceError } from './fence-error.js';
import type { Root } from './open-root.js';
import type { Pin } from './pins.js';
import { isReserved } from './reserved.js';
import { walk } from './walk.js';

/** One step instead of one a name: right only where the system says that what it got lies just there. */
const pinAtOnce = (root: Root, parts: readonly string[]): Pin | undefined => {
  const [first] = parts;
  if (!root.pins.exact || first === undefined || isReserved(first)) return undefined;
  const path = `${root.path}/${parts.join('/')}`;
  let pin: Pin;
  try {
    pin = root.pins.pin(path);
  } catch {
    return undefined; // The walk finds out why.
  }
  try {
    if (!pin.stats.isSymbolicLink() && root.pins.locate(pin) === path) return pin;
  } catch {
    // The walk finds out why.
  }
  pin.close();
  return undefined;
};

/** What a path leads to, held, and where it really lies. */
export interface Held {
  readonly pin: Pin;
  /** The real names from the root down. */
  readonly parts: readonly string[];
}

/**
 * Holds what a path leads to, links inside the root followed. Close the pin after use.
 *
 * @throws {FenceError}
 */
export const pinPath = (root: Root, parts: readonly string[]): Held => {
  const direct = pinAtOnce(root, parts);
  if (direct !== undefined) return { pin: direct, parts };
  const place = walk(root, parts);
  const { entry } = place;
  if (entry === undefined) {
    place.close();
    throw new FenceError('missing');
  }
  // The place owns the directories on the way as well, so it is what gets closed.
  return { pin: { ...entry, close: place.close }, parts: place.parts };
};
