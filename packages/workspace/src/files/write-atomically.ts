import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import type { Pin } from '../fence/pins.js';

/** The name of a file that is being written. What a crash leaves of it can be thrown away. */
export const temporaryName: RegExp = /^\.pawl-[0-9a-f-]{36}\.tmp$/;

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_DIRECTORY } = constants;

const fill = async (file: FileHandle, bytes: Uint8Array, mode: number | undefined): Promise<void> => {
  await file.writeFile(bytes);
  if (mode !== undefined) await file.chmod(mode & 0o777);
  await file.sync();
};

/** Where a file goes, and what becomes of it there. */
export interface AtomicWrite {
  /** The directory, held. */
  readonly parent: Pin;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The permissions that the file had; a new file gets the process's own. */
  readonly mode?: number;
  /** Asked when all is written and nothing is changed yet; throwing leaves the old file. */
  readonly beforeChange?: () => void;
}

/**
 * Puts a whole new file in the place of an old one: beside it, to the disk, then renamed. Whoever looks, also after a
 * crash, finds the old file or the new one.
 */
export const writeAtomically = async ({ parent, name, bytes, mode, beforeChange }: AtomicWrite): Promise<void> => {
  const temporary = parent.at(`.pawl-${randomUUID()}.tmp`);
  // Nobody may read from the new file what the old one kept from them, not even while it is being written.
  const file = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode === undefined ? 0o666 : 0o600);
  try {
    try {
      parent.confirm();
      await fill(file, bytes, mode);
    } finally {
      await file.close();
    }
    parent.confirm();
    beforeChange?.();
    await rename(temporary, parent.at(name));
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  const directory = await open(parent.self, O_RDONLY | O_DIRECTORY);
  try {
    // Without it a power cut could still bring the old name back.
    await directory.sync();
  } finally {
    await directory.close();
  }
};
