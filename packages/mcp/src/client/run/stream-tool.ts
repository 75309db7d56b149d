import { isToolFailure, type ToolCall, ToolFailure, type ToolStreamChunk, withTransport } from '@pawl/core';
import { admit } from './admit.js';
import { runTool } from './run-tool.js';
import type { Session } from './session.js';

/** Progress that nobody has read yet; beyond it the oldest goes, because only the newest is still true. */
const maxUnread = 256;

const asFailure = (error: unknown): ToolFailure =>
  isToolFailure(error) ? error : new ToolFailure(String(error), { code: 'tool-error', cause: error });

/**
 * A tool's progress as it comes, then its whole result: MCP has no other stream. Nothing runs before the first `next()`;
 * `return()` cancels the tool.
 */
class ToolStream implements AsyncIterableIterator<ToolStreamChunk> {
  readonly #session: Session;
  readonly #call: ToolCall;
  readonly #stop = new AbortController();
  readonly #unread: ToolStreamChunk[] = [];
  readonly #readers: ((result: IteratorResult<ToolStreamChunk, undefined>) => void)[] = [];
  #state: 'new' | 'running' | 'ended' = 'new';

  constructor(session: Session, call: ToolCall) {
    this.#session = session;
    this.#call = call;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<ToolStreamChunk, undefined>> {
    if (this.#state === 'new') void this.#run();
    const chunk = this.#unread.shift();
    if (chunk !== undefined) return Promise.resolve({ done: false, value: chunk });
    if (this.#state === 'ended') return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => void this.#readers.push(resolve));
  }

  return(): Promise<IteratorResult<ToolStreamChunk, undefined>> {
    this.#unread.length = 0;
    this.#end();
    this.#stop.abort(new ToolFailure(`nobody reads the stream of ${this.#call.tool} any more`, { code: 'cancelled' }));
    return Promise.resolve({ done: true, value: undefined });
  }

  async #run(): Promise<void> {
    this.#state = 'running';
    const { signal, onProgress } = this.#call;
    const onAbort = (): void => this.#stop.abort(signal?.reason);
    if (signal?.aborted === true) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const result = await runTool(this.#session, withTransport(this.#call, { signal: this.#stop.signal }), {
        deadline: 'per-progress',
        onProgress: (progress) => {
          this.#push({ kind: 'progress', ...progress });
          onProgress?.(progress);
        },
      });
      this.#push({ kind: 'done', result });
    } catch (error) {
      this.#push({ kind: 'error', failure: asFailure(error) });
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#end();
    }
  }

  #push(chunk: ToolStreamChunk): void {
    if (this.#state === 'ended') return;
    const reader = this.#readers.shift();
    if (reader !== undefined) reader({ done: false, value: chunk });
    else if (this.#unread.push(chunk) > maxUnread) this.#unread.shift();
  }

  #end(): void {
    this.#state = 'ended';
    for (const reader of this.#readers.splice(0)) reader({ done: true, value: undefined });
  }
}

/** The stream of a tool of the server. @throws {ToolFailure} `not-started`, for a call that is not even sent. */
export const streamTool = (session: Session, call: ToolCall): AsyncIterable<ToolStreamChunk> => {
  admit(session, call);
  return new ToolStream(session, call);
};
