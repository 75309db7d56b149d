import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/fixture.js';
import { fileStorage, type OwnedFile } from './file-storage.js';

const lock = { release: async (): Promise<void> => {} };

/** A real file whose steps are noted, and whose writes take a few bytes at a time. */
const notedFile = async (changes: Partial<OwnedFile['handle']> = {}): Promise<{ steps: string[]; file: OwnedFile }> => {
  const path = join(await temporaryDirectory(), 'a.jsonl');
  const real: FileHandle = await open(path, 'a+');
  const steps: string[] = [];
  const handle = {
    fd: real.fd,
    write: (async (bytes: Buffer, offset: number, length: number) => {
      steps.push('write');
      return real.write(bytes, offset, Math.min(length, 5));
    }) as FileHandle['write'],
    datasync: async (): Promise<void> => {
      await real.datasync();
      steps.push('synced');
    },
    close: () => real.close(),
    ...changes,
  };
  return { steps, file: { path, handle, lock, size: 0 } };
};

describe('lines in a file', () => {
  it('are stored once all of them are written and synced', async () => {
    const { steps, file } = await notedFile();
    const storage = fileStorage(file);
    await storage.write(['"first"', '"ö"'], 0);
    expect(steps).toEqual(['write', 'write', 'write', 'synced']);
    expect(await readFile(file.path, 'utf8')).toBe('"first"\n"ö"\n');
    await storage.write(['3'], 2);
    const read: string[] = [];
    for await (const line of storage.read(1, 3)) read.push(line);
    expect(read).toEqual(['"ö"', '3']);
    await storage.close();
  });

  it('are not stored where the sync fails', async () => {
    const { file } = await notedFile({ datasync: () => Promise.reject(new Error('disk')) });
    const storage = fileStorage(file);
    await expect(storage.write(['1'], 0)).rejects.toThrow('disk');
    await storage.close();
  });
});
