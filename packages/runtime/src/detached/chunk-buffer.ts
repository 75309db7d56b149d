import type { ToolStreamChunk } from '@pawl/core';

/** Keeps the newest chunks and counts what it dropped. */
export class ChunkBuffer {
  readonly #max: number;
  #chunks: ToolStreamChunk[] = [];
  /** Where the next chunk goes once the buffer is full: the oldest is there. */
  #oldest = 0;
  #dropped = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get dropped(): number {
    return this.#dropped;
  }

  push(chunk: ToolStreamChunk): void {
    if (this.#chunks.length < this.#max) {
      this.#chunks.push(chunk);
      return;
    }
    this.#chunks[this.#oldest] = chunk;
    this.#oldest = (this.#oldest + 1) % this.#max;
    this.#dropped += 1;
  }

  /** All of them in order, once. */
  drain(): readonly ToolStreamChunk[] {
    const chunks = [...this.#chunks.slice(this.#oldest), ...this.#chunks.slice(0, this.#oldest)];
    this.#chunks = [];
    this.#oldest = 0;
    return chunks;
  }
}
