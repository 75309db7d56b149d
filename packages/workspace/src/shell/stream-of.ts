import { isToolFailure, type ToolExecution, ToolFailure, type ToolStreamChunk } from '@pawl/core';
import { type CommandEnd, type CommandRequest, runCommand } from './run-command.js';

const failed = (error: unknown): ToolStreamChunk => ({
  kind: 'error',
  failure: isToolFailure(error)
    ? error
    : new ToolFailure('shell_exec failed: the sandbox could not be started', { code: 'tool-error', cause: error }),
});

const chunkOf = (stream: 'stdout' | 'stderr', text: string): ToolStreamChunk =>
  stream === 'stdout' ? { kind: 'text', text } : { kind: 'data', data: { stderr: text } };

/**
 * A command's output as it comes: stdout as text, stderr as data, and at the end the same result as without a stream. Leaving
 * early ends the command. What waits to be taken is bounded, because what is kept of the output is.
 */
export const streamOf = (
  request: Omit<CommandRequest, 'onText'>,
  result: (end: CommandEnd) => ToolExecution,
): AsyncIterable<ToolStreamChunk> => {
  const generate = async function* (): AsyncGenerator<ToolStreamChunk, void, void> {
    const left = new AbortController();
    const waiting: ToolStreamChunk[] = [];
    let wake = (): void => {};
    const push = (chunk: ToolStreamChunk): void => {
      waiting.push(chunk);
      wake();
    };
    const signal = request.signal === undefined ? left.signal : AbortSignal.any([request.signal, left.signal]);
    const onText: CommandRequest['onText'] = (stream, text) => {
      if (text !== '') push(chunkOf(stream, text));
    };
    const running = runCommand({ ...request, signal, onText }).then(
      (end) => push(lastChunk(() => result(end))),
      (error: unknown) => push(failed(error)),
    );
    try {
      for (;;) {
        const chunk = waiting.shift();
        if (chunk !== undefined) {
          yield chunk;
          if (chunk.kind === 'done' || chunk.kind === 'error') return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      left.abort();
      await running;
    }
  };
  return { [Symbol.asyncIterator]: generate };
};

const lastChunk = (result: () => ToolExecution): ToolStreamChunk => {
  try {
    return { kind: 'done', result: result() };
  } catch (error) {
    return failed(error);
  }
};
