import type { ToolStreamChunk } from '@pawl/core';
import { collect } from '../law/answer-of.js';
import type { Waiting } from '../world/waiting.js';

/** What a reader of a stream has in hand at its end. */
export interface StreamTexts {
  /** All text, as one. */
  readonly joined: string;
  /** Every other chunk. */
  readonly rest: readonly unknown[];
  readonly chunks: readonly unknown[];
}

/** Reads a stream to its end. */
export const streamTexts = async (stream: AsyncIterable<ToolStreamChunk>, waiting: Waiting): Promise<StreamTexts> => {
  const chunks = await collect(stream, waiting);
  const isText = (chunk: unknown): chunk is { readonly text: string } =>
    typeof chunk === 'object' && chunk !== null && Reflect.get(chunk, 'kind') === 'text';
  return {
    joined: chunks
      .filter(isText)
      .map(({ text }) => text)
      .join(''),
    rest: chunks.filter((chunk) => !isText(chunk)),
    chunks,
  };
};
