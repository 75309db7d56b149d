import { isToolFailure, type ToolCall, ToolFailure, type ToolStreamChunk } from '@pawl/core';
import type { Notification } from '../rpc/index.js';
import { readChunk, readProgress } from '../wire/index.js';
import type { Attempt } from './attempt.js';
import { ChunkQueue } from './chunk-queue.js';
import type { Running } from './running.js';

/** With more chunks than this in the queue the program is not read, so that it has to wait for a slow reader. */
const highWater = 256;

const chunkIn = (call: ToolCall, { method, params }: Notification): ToolStreamChunk | undefined => {
  if (method === 'tools.progress') {
    const progress = readProgress(params);
    return progress === undefined ? undefined : { kind: 'progress', ...progress };
  }
  if (method !== 'tools.chunk') return undefined;
  const chunk = readChunk(params['chunk']);
  if (chunk === undefined) {
    throw new ToolFailure(`${call.tool} sent something that is no chunk: send text, data or progress`, {
      code: 'invalid-result',
      outcome: 'unknown',
    });
  }
  return chunk;
};

const reader = (attempt: Attempt, queue: ChunkQueue): AsyncIterableIterator<ToolStreamChunk> => {
  let over = false;
  const end = { done: true, value: undefined } as const;
  const next = async (): Promise<IteratorResult<ToolStreamChunk>> => {
    if (over) return end;
    const value = await queue.take();
    if (queue.length <= highWater / 2) attempt.process?.resume();
    if (over) return end;
    over = value.kind === 'done' || value.kind === 'error';
    return { done: false, value };
  };
  let turn: Promise<unknown> = Promise.resolve();
  return {
    // Two `next()` at once take turns, so that each gets its own chunk.
    next: () => {
      const mine = turn.then(next);
      turn = mine;
      return mine;
    },
    return: async () => {
      over = true;
      attempt.stop('cancelled');
      await attempt.settled;
      return end;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
};

/** Runs a call and hands out what its program sends. @throws {ToolFailure} where the request could not be sent. */
export const streamCall = async (call: ToolCall, running: Running): Promise<AsyncIterable<ToolStreamChunk>> => {
  const queue = new ChunkQueue();
  const attempt: Attempt = running.start(call, {
    mode: 'stream',
    onNotification: (notification) => {
      const chunk = chunkIn(call, notification);
      if (chunk === undefined) return false;
      queue.push(chunk);
      if (queue.length > highWater) attempt.process?.pause();
      return true;
    },
    isBehind: () => queue.length > 0,
  });
  let early: ToolFailure | undefined;
  const settled = attempt.settled.then((outcome) => {
    if (isToolFailure(outcome)) early = outcome;
    queue.push(isToolFailure(outcome) ? { kind: 'error', failure: outcome } : { kind: 'done', result: outcome });
  });
  await Promise.race([attempt.sent, settled]);
  // Nothing was sent, so this is no stream that failed but a call that did not start.
  if (early !== undefined && attempt.process === undefined) throw early;
  return reader(attempt, queue);
};
