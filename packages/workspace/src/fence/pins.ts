import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { FenceError } from './fence-error.js';

/** One file, directory or link that is held, so that it stays the same one whatever happens to its name. */
export interface Pin {
  readonly stats: Stats;
  /** A path that leads to what is held. */
  readonly self: string;
  /** A path that leads to a name in the directory that is held. */
  at(name: string): string;
  /** @throws {FenceError} `exchanged`, where the held thing may not be what its path now leads to. */
  confirm(): void;
  close(): void;
}

/** How things are held on this machine. */
export interface Pins {
  /** Whether a pin's own paths cannot be led astray, so that nothing has to be confirmed afterwards. */
  readonly exact: boolean;
  /** Holds what lies at a path; a link is held itself, not followed. @throws the system's error. */
  pin(path: string): Pin;
  /** Where a pin really lies; `undefined` where the system cannot say. */
  locate(pin: Pin): string | undefined;
}

// Linux's O_PATH, which node:fs does not name: it takes hold of a thing without opening it, so that neither a device
// nor a named pipe notices.
const O_PATH = 0o10_000_000;

/** Linux: a descriptor, and the paths under /proc/self/fd, which lead to what the descriptor holds. */
export const descriptorPins: Pins = {
  exact: true,
  pin: (path) => {
    const fd = openSync(path, O_PATH | constants.O_NOFOLLOW);
    const self = `/proc/self/fd/${fd}`;
    try {
      const stats = fstatSync(fd);
      return { stats, self, at: (name) => `${self}/${name}`, confirm: () => {}, close: () => closeSync(fd) };
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  },
  locate: (pin) => readlinkSync(pin.self),
};

/** Everywhere else: a path and the identity of what lay there, looked at again after use. */
export const pathPins: Pins = {
  exact: false,
  pin: (path) => {
    const stats = lstatSync(path);
    const confirm = (): void => {
      let same = false;
      try {
        const now = lstatSync(path);
        same = now.ino === stats.ino && now.dev === stats.dev && realpathSync.native(path) === path;
      } catch {
        // Gone is exchanged too.
      }
      if (!same) throw new FenceError('exchanged');
    };
    return { stats, self: path, at: (name) => `${path}/${name}`, confirm, close: () => {} };
  },
  locate: () => undefined,
};

/** The best that this machine can do. */
export const machinePins = (): Pins => {
  if (process.platform !== 'linux') return pathPins;
  try {
    const pin = descriptorPins.pin('/');
    const works = descriptorPins.locate(pin) === '/';
    pin.close();
    return works ? descriptorPins : pathPins;
  } catch {
    return pathPins;
  }
};
