import type { ToolStreamChunk } from '@pawl/core';

/** Chunks between a tool that sends and a reader that takes. */
export class ChunkQueue {
  readonly #chunks: ToolStreamChunk[] = [];
  #waiting: (() => void) | undefined;

  /** Chunks that nobody has taken yet. */
  get length(): number {
    return this.#chunks.length;
  }

  /** Adds a chunk. */
  push(chunk: ToolStreamChunk): void {
    this.#chunks.push(chunk);
    this.#waiting?.();
    this.#waiting = undefined;
  }

  /** Takes the oldest chunk, or waits for the next. One reader at a time. */
  async take(): Promise<ToolStreamChunk> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) return chunk;
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
  }
}
