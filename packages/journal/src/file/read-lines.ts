import type { FileHandle } from 'node:fs/promises';

/** A line of a file. */
export interface FileLine {
  /** Without its end; `undefined` where it is not UTF-8. */
  readonly text: string | undefined;
  /** Bytes from the start of the file to behind the line and its end. */
  readonly end: number;
  /** Whether it ends in a newline: only the last one may not. */
  readonly whole: boolean;
}

const chunkBytes = 256 * 1024;
const newline = 0x0a;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
};

/** Reads the lines of an open file from its start, up to byte `limit`. */
export async function* readLines(
  file: Pick<FileHandle, 'read'>,
  limit: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<FileLine> {
  let position = 0;
  let parts: Buffer[] = [];
  let end = 0;
  while (position < limit) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, limit - position));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    let rest = chunk.subarray(0, bytesRead);
    for (let at = rest.indexOf(newline); at >= 0; at = rest.indexOf(newline)) {
      const bytes = Buffer.concat([...parts, rest.subarray(0, at)]);
      end += bytes.length + 1;
      yield { text: decode(bytes), end, whole: true };
      parts = [];
      rest = rest.subarray(at + 1);
    }
    if (rest.length > 0) parts.push(rest);
  }
  const bytes = Buffer.concat(parts);
  if (bytes.length > 0) yield { text: decode(bytes), end: end + bytes.length, whole: false };
}
