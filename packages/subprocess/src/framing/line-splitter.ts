/** What is kept of a line that is longer than allowed: enough to find out whose it was. */
export interface OverlongLine {
  readonly kind: 'overlong';
  /** The first bytes of the line. */
  readonly head: Buffer;
  /** The last bytes of the line. */
  readonly tail: Buffer;
  /** Bytes that the line had. */
  readonly length: number;
}

/** A line without its line feed, or what is kept of one that is too long. */
export type Line = { readonly kind: 'whole'; readonly bytes: Buffer } | OverlongLine;

const lineFeed = 0x0a;
const keptBytes = 4096;

/**
 * Cuts a stream of bytes into lines. It works on bytes, so a character that is split over two chunks stays whole, and it
 * holds at most `maxBytes` of one line.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #length = 0;
  #head: Buffer | undefined;

  /** `maxBytes` is the longest line that is kept whole, its line feed not counted. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Takes a chunk and returns the lines that it completes. */
  push(chunk: Buffer): readonly Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, start)) {
      this.#add(chunk.subarray(start, at));
      lines.push(this.#take());
      start = at + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
    return lines;
  }

  /** The last line, where the stream ended without a line feed. */
  end(): readonly Line[] {
    return this.#length === 0 ? [] : [this.#take()];
  }

  #add(part: Buffer): void {
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length <= this.#maxBytes) return;
    this.#head ??= Buffer.from(Buffer.concat(this.#parts).subarray(0, keptBytes));
    // Many small chunks after the limit would otherwise be copied again and again.
    if (this.#parts.length > 64 || part.length >= keptBytes) this.#parts = [this.#tail()];
  }

  #tail(): Buffer {
    // A short last part does not fill the tail alone, so the parts before it count as well.
    return Buffer.from(Buffer.concat(this.#parts).subarray(-keptBytes));
  }

  #take(): Line {
    const line: Line =
      this.#head === undefined
        ? { kind: 'whole', bytes: Buffer.concat(this.#parts) }
        : { kind: 'overlong', head: this.#head, tail: this.#tail(), length: this.#length };
    this.#parts = [];
    this.#length = 0;
    this.#head = undefined;
    return line;
  }
}
