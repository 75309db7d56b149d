import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, textEncodings } from './decode.js';
import { encodeText } from './encode-text.js';
import { replaceText } from './replace-text.js';
import { windowOf } from './window.js';

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

describe('text of a file', () => {
  it('comes back byte for byte, whatever was decoded', () => {
    const mark = fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]);
    const body = fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
      fc.string().map((text) => Buffer.from(text, 'utf16le')),
      fc.uint8Array().map((array) => Buffer.from(array)),
      fc.array(fc.constantFrom('a', '\r\n', '\n', '\r', 'é')).map((lines) => Buffer.from(lines.join(''))),
    );
    let decodedOnes = 0;
    fc.assert(
      fc.property(mark, body, (start, rest) => {
        const file = bytes(start, [...rest]);
        const decoded = decodeText(file);
        if (decoded === undefined) return;
        decodedOnes += 1;
        expect(encodeText(decoded)?.equals(file)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    expect(decodedOnes).toBeGreaterThan(100);
  });

  it('is told apart by its mark, and by its bytes', () => {
    expect(decodeText(bytes('plain é'))).toEqual({ text: 'plain é', encoding: 'utf-8', lineEnding: 'lf' });
    expect(decodeText(bytes([0xef, 0xbb, 0xbf], 'a\r\nb\r\n'))).toEqual({
      text: 'a\nb\n',
      encoding: 'utf-8-bom',
      lineEnding: 'crlf',
    });
    expect(decodeText(bytes([0xff, 0xfe, 0x61, 0]))).toMatchObject({ text: 'a', encoding: 'utf-16le' });
    expect(decodeText(bytes([0xfe, 0xff, 0, 0x61]))).toMatchObject({ text: 'a', encoding: 'utf-16be' });
    expect(decodeText(bytes('caf', [0xe9]))).toMatchObject({ text: 'café', encoding: 'latin1' });
    expect(decodeText(bytes('a\r\nb\n'))).toMatchObject({ text: 'a\r\nb\n', lineEnding: 'mixed' });
    expect(decodeText(bytes())).toMatchObject({ text: '', encoding: 'utf-8' });
  });

  it('is not made of what is no text', () => {
    for (const binary of [bytes('a', [0]), bytes([0x89], 'PNG\r\n', [0x1a, 0xff]), bytes([0xff, 0xfe, 0x61])]) {
      expect(decodeText(binary)).toBeUndefined();
    }
  });

  it('cannot be written in an encoding that does not have its characters', () => {
    expect(encodeText({ text: '€', encoding: 'latin1', lineEnding: 'lf' })).toBeUndefined();
    for (const encoding of textEncodings.filter((one) => one !== 'latin1')) {
      const encoded = encodeText({ text: '€\n', encoding, lineEnding: 'crlf' });
      expect(encoded && decodeText(encoded)).toEqual({ text: '€\n', encoding, lineEnding: 'crlf' });
    }
  });
});

describe('a window on a text', () => {
  const all = { offset: 1, limit: undefined, characters: 1_000_000 };

  it('shows all of a text that is short enough, and says nothing', () => {
    for (const [text, lines] of [
      ['', 0],
      ['a', 1],
      ['a\n', 1],
      ['a\nb', 2],
      ['\n', 1],
    ] as const) {
      expect(windowOf(text, all)).toMatchObject({ text, totalLines: lines, cut: undefined });
    }
  });

  it('says what it leaves out, and how to go on', () => {
    const text = 'one\ntwo\nthree\n';
    expect(windowOf(text, { ...all, limit: 2 })).toMatchObject({
      text: 'one\ntwo\n',
      lastLine: 2,
      cut: 'lines 1 to 2 of 3 shown: go on with offset 3',
    });
    expect(windowOf(text, { ...all, offset: 3 })).toMatchObject({ text: 'three\n', cut: 'lines 3 to 3 of 3 shown' });
    expect(windowOf(text, { ...all, offset: 9 })).toMatchObject({ text: '', cut: 'no line from 9 on of 3 shown' });
    expect(windowOf(text, { ...all, characters: 9 })).toMatchObject({ text: 'one\ntwo\n' });
  });

  it('cuts inside a line only where the line alone is too long, and never through a character', () => {
    const { text, cut } = windowOf('😀😀\nb', { ...all, characters: 3 });
    expect(text).toBe('😀');
    expect(cut).toContain('line 1 alone is longer than 3 characters');
  });

  it('shows every line exactly once to whoever goes on as told', () => {
    const lines = fc.array(
      fc.string({ maxLength: 5 }).map((line) => line.replaceAll('\n', '')),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(lines, fc.integer({ min: 6, max: 20 }), (parts, characters) => {
        const text = parts.map((line) => `${line}\n`).join('');
        let offset = 1;
        let seen = '';
        for (;;) {
          const shown = windowOf(text, { offset, limit: undefined, characters });
          seen += shown.text;
          const next = /offset (\d+)$/.exec(shown.cut ?? '');
          if (next === null) break;
          offset = Number(next[1]);
        }
        expect(seen).toBe(text);
      }),
    );
  });
});

describe('a replacement', () => {
  it('takes `$` for what it is, and counts', () => {
    expect(replaceText('aXbX', 'X', '$&')).toEqual({ text: 'a$&b$&', count: 2 });
    expect(replaceText('aaa', 'aa', 'b')).toEqual({ text: 'ba', count: 1 });
    expect(replaceText('a', 'x', 'b')).toEqual({ text: 'a', count: 0 });
  });
});
