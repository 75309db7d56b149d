/** The last bytes of a stream that is otherwise thrown away. */
export class Tail {
  readonly #maxBytes: number;
  #kept: Buffer = Buffer.alloc(0);

  /** Keeps at most `maxBytes`. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Takes a chunk. */
  push(chunk: Buffer): void {
    const end = chunk.subarray(-this.#maxBytes);
    this.#kept = Buffer.concat([this.#kept, end]).subarray(-this.#maxBytes);
  }

  /** The text kept, without a character that was cut in half at its start. */
  text(): string {
    return this.#kept
      .toString('utf8')
      .replace(/^\uFFFD+/, '')
      .trim();
  }
}
