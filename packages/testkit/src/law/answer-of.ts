import type { ExecutorMember, ToolExecutor, ToolStreamChunk } from '@pawl/core';
import type { Waiting } from '../world/waiting.js';

/** What a member made of a question: a value, or what it threw or rejected with. */
export type Answer =
  | { readonly value: unknown; readonly error?: undefined }
  | { readonly error: unknown; readonly value?: undefined };

const maxChunks = 500;

/** All chunks of a stream; what it throws on the way counts as a last chunk `{ threw }`. */
export const collect = async (stream: unknown, waiting: Waiting): Promise<readonly unknown[]> => {
  const chunks: unknown[] = [];
  try {
    const iterator = (stream as AsyncIterable<ToolStreamChunk>)[Symbol.asyncIterator](); // a TypeError here is an answer too
    while (chunks.length < maxChunks) {
      const next = await waiting.settle(iterator.next(), 'a chunk of the stream');
      if (next.done === true) return chunks;
      chunks.push(next.value);
    }
    await iterator.return?.();
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSettled') throw error;
    chunks.push({ threw: error });
  }
  return chunks;
};

/** Asks a member and waits for whatever comes; a stream is read to its end. */
export const answerOf = async (
  executor: ToolExecutor,
  member: ExecutorMember,
  args: readonly unknown[],
  waiting: Waiting,
): Promise<Answer> => {
  try {
    const found: unknown = executor[member];
    if (typeof found !== 'function')
      return { error: new TypeError(`\`${member}\` is ${typeof found}, not a function`) };
    const answer: unknown = Reflect.apply(found, executor, args);
    const value = answer instanceof Promise ? await waiting.settle(answer, `\`${member}\``) : answer;
    return { value: member === 'executeStream' ? await collect(value, waiting) : value };
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSettled') throw error;
    return { error };
  }
};
