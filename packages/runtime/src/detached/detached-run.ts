import { setImmediate as breathe } from 'node:timers/promises';
import { asFailure, type StreamOutcome, type ToolCall, type ToolStreamChunk } from '@pawl/core';
import { ChunkBuffer } from './chunk-buffer.js';
import type { DetachedPoll, DetachedStatus } from './detached-tools.js';

/** Chunks that are read before everybody else has a turn: a tool that never waits must not keep polls from coming. */
const breathEvery = 64;

/** An outcome that streams. */
export type Streaming = Extract<StreamOutcome, { readonly status: 'streaming' }>;

/** A detached tool that runs, or has ended and waits for the poll that hears of it. */
export class DetachedRun {
  readonly callId: string;
  readonly tool: string;
  /** Resolves when the tool has let go. Never rejects. */
  readonly ended: Promise<void>;
  readonly #stream: Streaming['stream'];
  readonly #call: ToolCall;
  readonly #untrusted: boolean;
  readonly #buffer: ChunkBuffer;
  #status: DetachedStatus = 'running';
  #last: ToolStreamChunk | undefined;

  constructor(outcome: Streaming & { readonly call: ToolCall }, maxChunks: number, onEnd: () => void) {
    this.callId = outcome.callId;
    this.tool = outcome.tool;
    this.#call = outcome.call;
    this.#untrusted = outcome.untrusted;
    this.#stream = outcome.stream;
    this.#buffer = new ChunkBuffer(maxChunks);
    this.ended = this.#read(onEnd);
  }

  get status(): DetachedStatus {
    return this.#status;
  }

  async #read(onEnd: () => void): Promise<void> {
    let count = 0;
    try {
      for await (const chunk of this.#stream) {
        this.#take(chunk);
        if (++count % breathEvery === 0) await breathe();
      }
    } catch (error) {
      this.#take({ kind: 'error', failure: asFailure(this.#call, error) });
    }
    onEnd();
  }

  #take(chunk: ToolStreamChunk): void {
    // What comes after the end, above all after a cancel, changes nothing.
    if (this.#status !== 'running') return;
    this.#buffer.push(chunk);
    if (chunk.kind !== 'done' && chunk.kind !== 'error') return;
    this.#last = chunk;
    this.#status = chunk.kind === 'done' ? 'done' : 'failed';
  }

  /** Says whether it was running. */
  cancel(): boolean {
    if (this.#status !== 'running') return false;
    this.#status = 'cancelled';
    // `dispatchStream` hands out streams whose `return` never rejects; `ended` waits for what follows.
    this.#stream.return?.().catch(() => {});
    return true;
  }

  poll(): DetachedPoll {
    const { callId, tool } = this;
    const last = this.#last;
    return {
      ...{ callId, tool, status: this.#status, chunks: this.#buffer.drain() },
      ...{ dropped: this.#buffer.dropped, untrusted: this.#untrusted },
      ...(last?.kind === 'done' && last.result !== undefined ? { result: last.result } : {}),
      ...(last?.kind === 'error' ? { failure: last.failure } : {}),
    };
  }
}
