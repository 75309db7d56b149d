/** Keeps the last bytes of a stream that may never end. */
export class TextTail {
  readonly #maxBytes: number;
  #kept: Buffer = Buffer.alloc(0);

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Takes the next bytes; older ones may go. */
  push(chunk: Buffer): void {
    const joined = Buffer.concat([this.#kept, chunk.subarray(-this.#maxBytes)]);
    // A copy, so that the chunk's whole memory is not held for its last bytes.
    this.#kept = Buffer.from(joined.subarray(-this.#maxBytes));
  }

  /** What is kept, as text. */
  get text(): string {
    return this.#kept.toString('utf8').trim();
  }
}
