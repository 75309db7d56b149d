import { link, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { JournalError } from '../journal/journal-error.js';
import type { ProcessIdentity, ProcessTable } from './process-table.js';

/** The right to write a file, until it is released. */
export interface WriterLock {
  release(): Promise<void>;
}

/** What taking a lock needs. */
export interface LockOptions {
  readonly processes: ProcessTable;
  readonly newId: () => string;
}

const parse = (text: string): ProcessIdentity | 'released' | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    if (value === 'released') return 'released';
    if (typeof value !== 'object' || value === null) return undefined;
    const { pid, started, space } = value as Partial<ProcessIdentity>; // each is looked at before it is believed
    if (typeof pid !== 'number' || typeof started !== 'string' || typeof space !== 'string') return undefined;
    return { pid, started, space };
  } catch {
    return undefined;
  }
};

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** The terms that there are lock files of, in ascending order. */
const terms = async (path: string): Promise<readonly number[]> => {
  const prefix = `${basename(path)}.lock.`;
  const found = (await readdir(dirname(path))).filter((name) => name.startsWith(prefix));
  const numbers = found.map((name) => Number(name.slice(prefix.length))).filter((term) => Number.isSafeInteger(term));
  return numbers.sort((a, b) => a - b);
};

/** Who holds the term; `released` also where its file is gone, since only a later term removes it. */
const holder = async (file: string): Promise<ProcessIdentity | 'released' | undefined> => {
  try {
    return parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'released';
    throw error;
  }
};

const refuseHeld = async (path: string, file: string, processes: ProcessTable): Promise<void> => {
  const owner = await holder(file);
  if (owner === 'released') return;
  const state = owner === undefined ? 'unknown' : processes.state(owner);
  if (state === 'gone') return;
  const who = owner === undefined ? 'somebody' : `process ${owner.pid} on ${owner.space}`;
  const advice = state === 'running' ? 'close it there first' : `if nobody has it open, delete ${file}`;
  throw new JournalError('locked', `${path} has a writer already, ${who}: ${advice}`);
};

/** Puts text at a path in one step: it is there whole, or was there before. */
const place = async (file: string, text: string, { newId }: LockOptions): Promise<boolean> => {
  const draft = `${file}.${newId()}.tmp`;
  await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft);
  }
};

const releaser = (file: string, { newId }: LockOptions): WriterLock => ({
  release: async () => {
    const draft = `${file}.${newId()}.tmp`;
    await writeFile(draft, '"released"', { flag: 'wx', mode: 0o600 });
    await rename(draft, file);
  },
});

/**
 * Takes the right to write a file. Terms are numbered lock files beside it: the next term can be taken only where the
 * last was released or its process is gone, and only by one, because a file is linked once. The last term's file is never
 * removed, so nobody who looked earlier can take an old number and believe it new.
 *
 * @throws {JournalError} `locked`, with the holder and what to do.
 */
export const takeWriterLock = async (path: string, options: LockOptions): Promise<WriterLock> => {
  const mine = JSON.stringify(options.processes.self());
  for (;;) {
    const last = (await terms(path)).at(-1) ?? 0;
    if (last > 0) await refuseHeld(path, `${path}.lock.${last}`, options.processes);
    const file = `${path}.lock.${last + 1}`;
    if (!(await place(file, mine, options))) continue;
    const all = await terms(path);
    if (all.at(-1) !== last + 1) {
      // Somebody was two terms ahead and had tidied this number away.
      await unlink(file);
      continue;
    }
    for (const term of all.slice(0, -1)) await unlink(`${path}.lock.${term}`).catch(() => {});
    return releaser(file, options);
  }
};
