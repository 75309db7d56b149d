import { fstatSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { JournalError } from '../journal/journal-error.js';
import type { JournalStorage } from '../journal/journal-storage.js';
import { readLines } from './read-lines.js';
import type { WriterLock } from './writer-lock.js';

/** An open file that only this process writes. */
export interface OwnedFile {
  readonly path: string;
  readonly handle: Pick<FileHandle, 'fd' | 'write' | 'datasync' | 'close'>;
  readonly lock: WriterLock;
  /** Bytes that are stored. */
  readonly size: number;
}

/** Lines in a file: written, synced, and only then said to be stored. */
export const fileStorage = ({ path, handle, lock, size: start }: OwnedFile): JournalStorage => {
  let size = start;

  const writeWhole = async (bytes: Buffer): Promise<void> => {
    for (let done = 0; done < bytes.length; ) {
      done += (await handle.write(bytes, done, bytes.length - done)).bytesWritten;
    }
  };

  return {
    write: async (lines) => {
      // The lock keeps our own kind out; this notices whatever does not ask for locks. The size of an open file is in
      // memory, and a turn of the loop for it would cost more than it does.
      if (fstatSync(handle.fd).size !== size) {
        throw new JournalError('foreign-write', `${path} was changed by somebody else: verify it, then open it again`);
      }
      const bytes = Buffer.from(`${lines.join('\n')}\n`, 'utf8');
      await writeWhole(bytes);
      await handle.datasync();
      size += bytes.length;
    },
    read: async function* (from, to) {
      const limit = size;
      const file = await open(path, 'r');
      try {
        let at = 0;
        for await (const { text } of readLines(file, limit)) {
          if (at >= to) return;
          if (at++ >= from) yield text ?? '';
        }
      } finally {
        await file.close();
      }
    },
    close: async () => {
      try {
        await handle.close();
      } finally {
        await lock.release();
      }
    },
  };
};
