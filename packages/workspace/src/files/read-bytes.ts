import { read } from 'node:fs';
import { promisify } from 'node:util';

const readAt = promisify(read);

/** The bytes of an open file up to a limit, and whether the file goes on after it. */
export interface ReadBytes {
  readonly bytes: Buffer;
  readonly more: boolean;
}

/** Reads a regular file from its start. `expected` is the size it is thought to have; it may have grown or shrunk since. */
export const readBytes = async (fd: number, expected: number, limit: number): Promise<ReadBytes> => {
  // One byte more than wanted: a short answer then says that the file ends here, without asking again.
  let buffer = Buffer.allocUnsafe(Math.min(expected, limit) + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await readAt(fd, buffer, length, buffer.length - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length < buffer.length) return { bytes: buffer.subarray(0, length), more: false };
    if (length > limit) return { bytes: buffer.subarray(0, limit), more: true };
    const larger = Buffer.allocUnsafe(Math.min(buffer.length * 2, limit + 1));
    buffer.copy(larger);
    buffer = larger;
  }
};
