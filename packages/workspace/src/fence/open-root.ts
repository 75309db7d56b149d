import { realpathSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { FenceError } from './fence-error.js';
import { machinePins, type Pin, type Pins } from './pins.js';

/** A root, and how to take hold of what lies in it. */
export interface Root {
  /** The real path, links resolved once and for all. */
  readonly path: string;
  readonly pins: Pins;
  /** Holds the root's own directory. @throws {FenceError} `exchanged`, where another directory has taken its place. */
  pin(): Pin;
}

const realDirectory = (root: string): string => {
  if (typeof root !== 'string' || !isAbsolute(root) || root.includes('\0')) {
    throw new TypeError(`workspace: \`root\` must be an absolute path, not ${JSON.stringify(root)}`);
  }
  let path: string;
  try {
    path = realpathSync.native(root);
  } catch (cause) {
    throw new TypeError(`workspace: \`root\` ${JSON.stringify(root)} cannot be opened: create the directory first`, {
      cause,
    });
  }
  if (!statSync(path).isDirectory()) throw new TypeError(`workspace: \`root\` ${JSON.stringify(root)} is no directory`);
  if (path === '/') throw new TypeError('workspace: `root` is the whole file system, which no fence can hold');
  return path;
};

/**
 * Opens a root, which may itself lie behind links.
 *
 * @throws {TypeError} for what is no absolute path of a directory.
 */
export const openRoot = (root: string, pins: Pins = machinePins()): Root => {
  if (process.platform === 'win32') throw new TypeError('workspace: Windows has no fence yet; use Linux or macOS');
  const path = realDirectory(root);
  const { ino, dev } = statSync(path);
  const pin = (): Pin => {
    let held: Pin;
    try {
      held = pins.pin(path);
    } catch {
      throw new FenceError('exchanged');
    }
    if (held.stats.ino === ino && held.stats.dev === dev) return held;
    held.close();
    throw new FenceError('exchanged');
  };
  return { path, pins, pin };
};
