import type { ToolStreamChunk } from '@pawl/core';
import { changedMembers, setMembers } from '../json/changed-members.js';
import { redactExecution, redactFailure, redactThrown } from '../json/redact-outcome.js';
import { Redactor } from '../json/redactor.js';
import type { Scanner } from '../scan/scanner.js';
import { TextRedactor } from '../scan/text-redactor.js';

const redactMembers = <C extends ToolStreamChunk>(scanner: Scanner, chunk: C, except: ReadonlySet<string>): C => {
  const redactor = new Redactor(scanner);
  const changed = changedMembers(redactor, chunk, except);
  if (changed.size === 0) return chunk;
  const copy = { ...chunk };
  setMembers(copy, changed);
  return copy;
};

const ofText: ReadonlySet<string> = new Set(['kind', 'text']);
const ofData: ReadonlySet<string> = new Set(['kind', 'fraction']);
const ofLast: ReadonlySet<string> = new Set(['kind', 'result', 'failure']);

/**
 * A stream without its secrets. Text is held back only where a secret may have begun, and at most 512 code units; data and
 * progress do not wait for it. All of it has gone out before the last chunk.
 */
export class RedactedStream implements AsyncIterableIterator<ToolStreamChunk> {
  readonly #scanner: Scanner;
  readonly #inner: AsyncIterator<ToolStreamChunk>;
  readonly #text: TextRedactor;
  readonly #ready: ToolStreamChunk[] = [];
  #ended = false;

  constructor(scanner: Scanner, stream: AsyncIterable<ToolStreamChunk>) {
    this.#scanner = scanner;
    this.#inner = stream[Symbol.asyncIterator]();
    this.#text = new TextRedactor(scanner, () => {});
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<ToolStreamChunk>> {
    for (;;) {
      const chunk = this.#ready.shift();
      if (chunk !== undefined) return { done: false, value: chunk };
      if (this.#ended) return { done: true, value: undefined };
      await this.#pull();
    }
  }

  async return(): Promise<IteratorResult<ToolStreamChunk>> {
    this.#ended = true;
    this.#ready.length = 0;
    await this.#inner.return?.();
    return { done: true, value: undefined };
  }

  async #pull(): Promise<void> {
    let next: IteratorResult<ToolStreamChunk>;
    try {
      next = await this.#inner.next();
    } catch (error) {
      this.#finish({ kind: 'error', failure: redactThrown(this.#scanner, error) });
      return;
    }
    if (this.#ended) return;
    if (next.done === true) this.#finish(undefined);
    else this.#take(next.value);
  }

  #take(chunk: ToolStreamChunk): void {
    switch (chunk?.kind) {
      case 'text':
        this.#takeText(chunk);
        break;
      case 'done': {
        const rest = redactMembers(this.#scanner, chunk, ofLast);
        const result = chunk.result === undefined ? undefined : redactExecution(this.#scanner, chunk.result);
        this.#finish(result === chunk.result || result === undefined ? rest : { ...rest, result });
        break;
      }
      case 'error': {
        const rest = redactMembers(this.#scanner, chunk, ofLast);
        const failure = redactFailure(this.#scanner, chunk.failure);
        this.#finish(failure === chunk.failure ? rest : { ...rest, failure });
        break;
      }
      default:
        this.#ready.push(redactMembers(this.#scanner, chunk, ofData));
    }
  }

  #takeText(chunk: ToolStreamChunk & { readonly kind: 'text' }): void {
    const rest = redactMembers(this.#scanner, chunk, ofText);
    const text = this.#text.push(chunk.text);
    // A chunk that carries more than its text goes out even when its text waits.
    if (text !== '' || Object.keys(chunk).length > ofText.size) {
      this.#ready.push(text === chunk.text ? rest : { ...rest, text });
    }
  }

  #finish(last: ToolStreamChunk | undefined): void {
    this.#ended = true;
    const text = this.#text.end();
    if (text !== '') this.#ready.push({ kind: 'text', text });
    if (last !== undefined) this.#ready.push(last);
  }
}
