import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ChainedJournal } from '../journal/chained-journal.js';
import type { Journal } from '../journal/journal.js';
import { JournalError } from '../journal/journal-error.js';
import { loadChain } from '../journal/load-chain.js';
import { checkWriterOptions, type WriterOptions } from '../options/check-writer-options.js';
import type { ChainState } from '../verify/chain-state.js';
import { foundInLine } from '../verify/found-in-line.js';
import type { FoundEvent } from '../verify/verify.js';
import { journalFileName } from './file-name.js';
import { fileStorage } from './file-storage.js';
import { isEventText, mendTail, type TailRecovery, type TornTail } from './mend-tail.js';
import { type ProcessTable, systemProcesses } from './process-table.js';
import { readLines } from './read-lines.js';
import { takeWriterLock, type WriterLock } from './writer-lock.js';

/** What a journal in a file needs. */
export interface FileJournalOptions extends WriterOptions {
  /** Where the files are; made if it is not there, for this user alone. */
  readonly directory: string;
  /** Default: the machine's. */
  readonly processes?: ProcessTable;
  /** Unique names for drafts of lock files. Default: `randomUUID`. */
  readonly newId?: () => string;
}

/** A journal in a file. */
export interface FileJournal extends Journal {
  /** The file: JSON lines, an event each. */
  readonly path: string;
  /** What was mended on opening; `undefined` where the last line was whole. */
  readonly recovery: TailRecovery | undefined;
}

/** Makes what the directory says last: without it a new file's name is lost with the power. */
const syncDirectory = async (directory: string): Promise<void> => {
  // Windows has no such thing; its file systems keep names by themselves.
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const openForAppending = async (path: string): Promise<FileHandle> => {
  // O_NOFOLLOW: a link in its place would let somebody choose which file is written.
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
  try {
    return await open(path, flags, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOOP') throw error;
    throw new JournalError('invalid-option', `${path} is a symbolic link: a journal is a file of its own`, error);
  }
};

interface Loaded {
  readonly state: ChainState;
  readonly tail: TornTail | undefined;
  /** Bytes of the whole lines. */
  readonly size: number;
}

const load = async (handle: FileHandle, options: FileJournalOptions): Promise<Loaded> => {
  let size = 0;
  let tail: TornTail | undefined;
  async function* found(): AsyncGenerator<FoundEvent> {
    for await (const { text, end, whole } of readLines(handle)) {
      if (!whole) tail = { start: size, end, complete: isEventText(text) };
      if (whole) size = end;
      if (whole || tail?.complete === true) yield foundInLine(text);
    }
  }
  const state = await loadChain(found(), options);
  return { state, size, tail };
};

const openLocked = async (path: string, lock: WriterLock, options: FileJournalOptions): Promise<FileJournal> => {
  const handle = await openForAppending(path);
  try {
    await syncDirectory(options.directory);
    const { state, size, tail } = await load(handle, options);
    const mended = tail === undefined ? undefined : await mendTail(handle, tail);
    const storage = fileStorage({ path, handle, lock, size: mended?.size ?? size });
    const { session, signer, keys, now = Date.now } = options;
    const journal = new ChainedJournal(storage, { session, signer, keys, now, state });
    return Object.assign(journal, { path, recovery: mended?.recovery });
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/**
 * Opens the journal of a session, a file of JSON lines, and verifies all of it. The caller is its only writer until
 * `close`; a process that dies gives the right back by dying. What is acknowledged has been synced to the disk.
 *
 * @throws {JournalError} `invalid-option`, `locked`, `corrupt`, `wrong-key`.
 * @example
 * ```ts
 * await using journal = await openFileJournal({ directory: 'journals', session: 'chat-42', signer, keys });
 * await journal.append('custom', { kind: 'turn-started' });
 * ```
 */
export const openFileJournal = async (options: FileJournalOptions): Promise<FileJournal> => {
  checkWriterOptions('openFileJournal', options);
  if (typeof options.directory !== 'string' || options.directory === '') {
    throw new JournalError('invalid-option', 'openFileJournal: `directory` must name a directory');
  }
  const directory = resolve(options.directory);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, journalFileName(options.session));
  const { processes = systemProcesses, newId = randomUUID } = options;
  const lock = await takeWriterLock(path, { processes, newId });
  try {
    return await openLocked(path, lock, { ...options, directory });
  } catch (error) {
    await lock.release();
    throw error;
  }
};
