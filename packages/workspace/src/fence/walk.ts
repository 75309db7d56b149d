import { readlinkSync } from 'node:fs';
import { FenceError } from './fence-error.js';
import type { Root } from './open-root.js';
import type { Pin } from './pins.js';
import { isReserved } from './reserved.js';
import { hasCode } from './system-error.js';

/** Where a path leads, links followed. Close it after use. */
export interface Place {
  /** The directory that it lies in, held; the root itself lies in itself. */
  readonly parent: Pin;
  readonly name: string;
  /** What lies there, held; `undefined` where nothing does. */
  readonly entry: Pin | undefined;
  /** The real names from the root down. */
  readonly parts: readonly string[];
  close(): void;
}

interface Step {
  readonly pin: Pin;
  readonly name: string;
}

/** Makes a directory that is not there; may refuse by throwing. */
export type MakeDirectory = (parent: Pin, name: string) => Pin;

const maxLinks = 40; // Linux's own limit

const tryPin = (root: Root, path: string): Pin | undefined => {
  try {
    return root.pins.pin(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (hasCode(error, 'ENAMETOOLONG')) return undefined;
    throw error;
  }
};

/** The walk keeps hold of every directory from the root down, so `..` in a link goes where the link's author meant. */
class Walk {
  private readonly steps: Step[];
  private readonly pending: string[];
  private links = 0;
  private readonly root: Root;
  private readonly make: MakeDirectory | undefined;

  constructor(root: Root, parts: readonly string[], make: MakeDirectory | undefined) {
    this.root = root;
    this.make = make;
    this.pending = [...parts].reverse();
    this.steps = [{ pin: root.pin(), name: '' }];
  }

  run(): Place {
    try {
      for (let name = this.pending.pop(); name !== undefined; name = this.pending.pop()) {
        const last = this.enter(name);
        if (last !== undefined) return last;
      }
      const here = this.leave();
      const parent = this.steps.length === 0 ? here : this.top();
      return this.place(parent.pin, here.name, here.pin);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  private top(): Step {
    const step = this.steps.at(-1);
    if (step === undefined) throw new FenceError('outside');
    return step;
  }

  private leave(): Step {
    const step = this.top();
    this.steps.pop();
    return step;
  }

  private close(): void {
    for (const { pin } of this.steps.splice(0)) pin.close();
  }

  /** Takes one name; the place, where nothing can come after it. */
  private enter(name: string): Place | undefined {
    if (name === '..') {
      if (this.steps.length === 1) throw new FenceError('outside');
      this.leave().pin.close();
      return undefined;
    }
    if (this.steps.length === 1 && isReserved(name)) throw new FenceError('reserved');
    const { pin: parent } = this.top();
    const found = tryPin(this.root, parent.at(name));
    if (found === undefined) return this.absent(parent, name);
    if (found.stats.isSymbolicLink()) this.follow(parent, name, found);
    else if (found.stats.isDirectory()) this.steps.push({ pin: found, name });
    else if (this.pending.length === 0) return this.place(parent, name, found);
    else {
      found.close();
      throw new FenceError('not-directory');
    }
    return undefined;
  }

  private absent(parent: Pin, name: string): Place | undefined {
    if (this.pending.length === 0) return this.place(parent, name, undefined);
    // What lies behind a missing directory is nowhere, unless `..` of a link leads out of it again.
    if (this.make === undefined || this.pending.includes('..')) throw new FenceError('missing');
    this.steps.push({ pin: this.make(parent, name), name });
    return undefined;
  }

  private follow(parent: Pin, name: string, link: Pin): void {
    link.close();
    this.links += 1;
    if (this.links > maxLinks) throw new FenceError('outside');
    const target = readlinkSync(parent.at(name));
    const names = target.split('/').filter((part) => part !== '' && part !== '.');
    if (target.startsWith('/')) {
      if (!target.startsWith(`${this.root.path}/`)) throw new FenceError('outside');
      names.splice(0, this.root.path.split('/').length - 1);
      while (this.steps.length > 1) this.leave().pin.close();
    }
    this.pending.push(...names.reverse());
  }

  private place(parent: Pin, name: string, entry: Pin | undefined): Place {
    const parts = [...this.steps.slice(1).map((step) => step.name), ...(parent === entry ? [] : [name])];
    const close = (): void => {
      this.close();
      entry?.close();
    };
    return { parent, name, entry, parts, close };
  }
}

/**
 * Follows a path from the root, a name at a time, each opened in the directory that is held from the step before. Links
 * are read and followed by hand, so one that leads out is refused without a look at where it leads.
 *
 * @throws {FenceError}
 */
export const walk = (root: Root, parts: readonly string[], make?: MakeDirectory): Place =>
  new Walk(root, parts, make).run();
