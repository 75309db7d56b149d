import { readdir } from 'node:fs/promises';
import { ShareInError, type WorkerScope } from '@pawl/core';
import type { Root } from '../fence/open-root.js';
import { parsePath } from '../fence/parse-path.js';
import { type Held, pinPath } from '../fence/pin-path.js';
import { isReserved } from '../fence/reserved.js';
import { asShareInError } from './as-share-in-error.js';
import { type Ceiling, openCeiling } from './open-ceiling.js';

/** What is to be copied: names from the root down, parents before children. */
export interface ShareInPlan {
  readonly directories: readonly (readonly string[])[];
  readonly files: readonly (readonly string[])[];
}

class Planner {
  private readonly root: Root;
  private readonly ceiling: Ceiling;
  private readonly directories = new Map<string, readonly string[]>();
  private readonly files = new Map<string, readonly string[]>();
  private bytes = 0;

  constructor(root: Root, ceiling: Ceiling) {
    this.root = root;
    this.ceiling = ceiling;
  }

  async add(path: string): Promise<void> {
    let at = path;
    try {
      const parts = parsePath(path);
      const held = pinPath(this.root, parts);
      if (!held.pin.stats.isDirectory()) this.file(parts, held);
      else
        await this.tree(parts, held, (inside) => {
          at = inside;
        });
    } catch (error) {
      throw asShareInError(at, error);
    }
  }

  finish(): ShareInPlan {
    this.ceiling.checkTotals(this.files.size, this.bytes);
    return { directories: [...this.directories.values()], files: [...this.files.values()] };
  }

  /** Takes over the held file, and lets go of it. */
  private file(parts: readonly string[], { pin, parts: real }: Held): void {
    pin.close();
    const path = parts.join('/');
    if (!pin.stats.isFile()) throw new ShareInError({ code: 'io', path, reason: 'it is no regular file' });
    // A link must not carry out under one name what the ceiling keeps in under another.
    if (!this.ceiling.admits(parts) || !this.ceiling.admits(real)) {
      throw new ShareInError({ code: 'outside-ceiling', path });
    }
    if (this.files.has(path)) return;
    this.parents(parts);
    this.files.set(path, parts);
    this.bytes += pin.stats.size;
  }

  private parents(parts: readonly string[]): void {
    for (let length = 1; length < parts.length; length += 1) {
      const parent = parts.slice(0, length);
      this.directories.set(parent.join('/'), parent);
    }
  }

  private async tree(start: readonly string[], held: Held, at: (path: string) => void): Promise<void> {
    const open: { readonly parts: readonly string[]; readonly held: Held }[] = [{ parts: start, held }];
    try {
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const { parts } = next;
        const names = await listed(next.held);
        this.parents([...parts, '']);
        for (const name of names) {
          const inside = [...parts, name];
          at(inside.join('/'));
          const entry = pinPath(this.root, inside);
          if (!entry.pin.stats.isDirectory()) this.file(inside, entry);
          else open.push({ parts: inside, held: straight(inside, entry) });
        }
      }
    } finally {
      for (const left of open) left.held.pin.close();
    }
  }
}

/** The names in a held directory, which is let go of. */
const listed = async ({ pin, parts }: Held): Promise<readonly string[]> => {
  try {
    const names = await readdir(pin.self);
    pin.confirm();
    return names.filter((name) => !(parts.length === 0 && isReserved(name))).sort();
  } finally {
    pin.close();
  }
};

/** Links to directories could go round in circles. */
const straight = (parts: readonly string[], held: Held): Held => {
  if (held.parts.join('/') === parts.join('/')) return held;
  held.pin.close();
  const reason = 'it is a link to a directory: name the directory itself';
  throw new ShareInError({ code: 'io', path: parts.join('/'), reason });
};

/**
 * Finds out everything that a worker is to be given, before anything is copied.
 *
 * @throws {ShareInError} for the first thing that it may not be given.
 */
export const planShareIn = async (root: Root, scope: WorkerScope): Promise<ShareInPlan> => {
  const planner = new Planner(root, openCeiling(scope.ceiling));
  for (const path of scope.shareIn) await planner.add(path);
  return planner.finish();
};
