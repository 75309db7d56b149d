import type { ToolStreamChunk } from '@pawl/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { detachedTools } from '../../src/detached/index.js';
import { manualClock, settle } from '../proposal/manual-clock.js';
import { done, streaming, text } from './channel.js';

type Step = 'text' | 'done' | 'end' | 'cancel' | 'poll' | 'reap';

const step = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Step>('text') },
  { weight: 4, arbitrary: fc.constant<Step>('poll') },
  ...(['done', 'end', 'cancel', 'reap'] as const).map((kind) => ({ weight: 1, arbitrary: fc.constant<Step>(kind) })),
);

/** All that a handle is, in a few lines. */
class Model {
  status = 'running';
  dropped = 0;
  gone = false;
  chunks: ToolStreamChunk[] = [];
  constructor(readonly max: number) {}

  take(chunk: ToolStreamChunk, status = 'running'): void {
    if (this.status !== 'running') return;
    this.chunks.push(chunk);
    this.status = status;
    while (this.chunks.length > this.max) {
      this.chunks.shift();
      this.dropped += 1;
    }
  }

  poll(): object | undefined {
    if (this.gone) return undefined;
    const { status, dropped, chunks } = this;
    this.chunks = [];
    this.gone = status !== 'running';
    return { status, dropped, chunks };
  }
}

const ended: ToolStreamChunk = { kind: 'error', failure: expect.objectContaining({ code: 'stream-ended' }) };

it('a handle behaves as the model says, in whatever order chunks, polls, cancels and time come', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.integer({ min: 1, max: 4 }), async (steps, maxChunks) => {
      const { executor, channel } = streaming();
      const clock = manualClock();
      const detached = detachedTools({ executor, options: { clock, maxChunks, reapAfterMs: 100 } });
      const started = await detached.start({ id: '1', tool: 'tail' });
      if (started.status !== 'running') throw new Error(started.status);
      const { handle } = started;
      const model = new Model(maxChunks);
      for (const [index, kind] of steps.entries()) {
        if (kind === 'text') {
          channel().push(text(String(index)));
          model.take(text(String(index)));
        } else if (kind === 'done') {
          channel().push(done);
          model.take(done, 'done');
        } else if (kind === 'end') {
          channel().end();
          model.take(ended, 'failed');
        } else if (kind === 'reap') {
          clock.advance(100);
          model.gone = true;
        } else if (kind === 'cancel') {
          const runs = !model.gone && model.status === 'running';
          expect(detached.cancel(handle)).toBe(runs);
          if (runs) model.status = 'cancelled';
        } else {
          const poll = detached.poll(handle);
          const expected = model.poll();
          if (expected === undefined) expect(poll).toBeUndefined();
          else expect(poll).toMatchObject(expected);
        }
        await settle();
      }
      await detached.close();
      expect(channel().returned).toBe(1);
      expect(clock.waits).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
