import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope } from './envelope-scanner.js';
import { LineSplitter } from './line-splitter.js';

const split = (chunks: readonly Uint8Array[], maxBytes = 1_000) => {
  const lines: string[] = [];
  const overlong: Envelope[] = [];
  const splitter = new LineSplitter({
    maxBytes,
    onLine: (line) => lines.push(line),
    onOverlong: (envelope) => overlong.push(envelope),
  });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return { lines, overlong };
};

const cut = (bytes: Uint8Array, at: readonly number[]): readonly Uint8Array[] => {
  const points = [0, ...at.map((point) => point % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return points.slice(1).map((point, index) => bytes.subarray(points[index], point));
};

describe('LineSplitter', () => {
  it('gives the same lines wherever the bytes are cut', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify({ text }));
    const end = fc.constantFrom('\n', '\r\n', '\n\n', '\r\n \r\n', '\n\uFEFF');
    fc.assert(
      fc.property(fc.array(fc.tuple(line, end)), fc.array(fc.nat()), (lines, at) => {
        const bytes = Buffer.from(lines.flat().join(''));
        expect(split(cut(bytes, at), 100_000).lines).toEqual(lines.map(([text]) => text));
      }),
    );
  });

  it('throws a line away that is one byte too long, and none that is not', () => {
    const bytes = Buffer.from(`${'a'.repeat(10)}\n${'b'.repeat(11)}\n${'c'.repeat(10)}`);
    for (let at = 0; at <= bytes.length; at += 1) {
      const { lines, overlong } = split(cut(bytes, [at]), 10);
      expect(lines).toEqual(['a'.repeat(10), 'c'.repeat(10)]);
      expect(overlong).toHaveLength(1);
    }
  });

  it('knows whom an overlong message answers, wherever it is cut', () => {
    const bytes = Buffer.from('{"result":{"id":1,"text":"\\"id\\":2"},"jsonrpc":"2.0","id":7}\n');
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(split(cut(bytes, [at]), 20).overlong).toEqual([{ isObject: true, id: 7, hasMethod: false }]);
    }
  });
});
