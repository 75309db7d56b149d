import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextTail } from './text-tail.js';

describe('TextTail', () => {
  it('keeps the last bytes, however they come', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]*$/)), fc.integer({ min: 1, max: 20 }), (chunks, max) => {
        const tail = new TextTail(max);
        for (const chunk of chunks) tail.push(Buffer.from(chunk));
        expect(tail.text).toBe(chunks.join('').slice(-max));
      }),
    );
  });
});
