import { allow, defineExecutor, type ExecutorParts, NONE, type ToolCall, type ToolStreamChunk } from '@pawl/core';

type Step =
  | { readonly done: false; readonly value: ToolStreamChunk }
  | { readonly done: true; readonly value: undefined };

/** A stream that gives what it is told to, when it is told to. */
export class Channel {
  readonly #steps: Step[] = [];
  #waiting: ((step: Step) => void) | undefined;
  /** How often the stream was told that nobody listens any more. */
  returned = 0;
  call: ToolCall | undefined;

  #give(step: Step): void {
    if (this.#waiting === undefined) this.#steps.push(step);
    else this.#waiting(step);
    this.#waiting = undefined;
  }

  push(...chunks: readonly ToolStreamChunk[]): void {
    for (const value of chunks) this.#give({ done: false, value });
  }

  end(): void {
    this.#give({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): AsyncIterator<ToolStreamChunk, undefined> {
    return {
      next: () =>
        new Promise((resolve) => {
          const step = this.#steps.shift();
          if (step === undefined) this.#waiting = resolve;
          else resolve(step);
        }),
      return: async () => {
        this.returned += 1;
        return { done: true, value: undefined };
      },
    };
  }
}

const specs = [{ name: 'tail', description: '', inputSchema: {}, annotations: { openWorldHint: false } }];

/** An executor whose calls stream from channels, one each, in the order in which they were started. */
export const streaming = (parts: ExecutorParts = {}) => {
  const channels: Channel[] = [];
  const executor = defineExecutor({
    specs: () => specs,
    requiredCapabilities: () => NONE,
    preDispatch: async () => allow(),
    execute: () => Promise.reject(new Error('run in one shot')),
    executeStream: async (call) => {
      const channel = new Channel();
      channel.call = call;
      channels.push(channel);
      return channel;
    },
    ...parts,
  });
  const channel = (index = 0): Channel => {
    const found = channels[index];
    if (found === undefined) throw new Error(`nothing was started as number ${index}`);
    return found;
  };
  return { executor, channel, channels };
};

export const text = (value: string): ToolStreamChunk => ({ kind: 'text', text: value });
export const done: ToolStreamChunk = { kind: 'done', result: { output: 'all of it' } };
