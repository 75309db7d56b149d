import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeLine } from './decode-line.js';
import { LineSplitter, type OverlongLine } from './line-splitter.js';
import { overlongIds } from './overlong-ids.js';

/** Feeds bytes in pieces that are cut at the given places. */
const feed = (splitter: LineSplitter, bytes: Buffer, cuts: readonly number[]) => {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  const pieces = [0, ...places].map((start, at) => bytes.subarray(start, places[at] ?? bytes.length));
  return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
};

const cuts = fc.array(fc.nat(10_000), { maxLength: 30 });
const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((line) => !/[\n\r]/.test(line) && line !== '');

describe('LineSplitter', () => {
  it('gives the same lines wherever the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), cuts, fc.boolean(), (lines, places, ended) => {
        const bytes = Buffer.from(lines.join('\n') + (ended ? '\n' : ''));
        const read = feed(new LineSplitter(1000), bytes, places);
        const whole = read.map((line) => (line.kind === 'whole' ? line.bytes.toString() : ''));
        expect(whole.filter((line) => line !== '')).toEqual(lines);
      }),
    );
  });

  it('keeps both ends and the length of a line that is too long, and the lines around it whole', () => {
    const size = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(fc.array(size, { minLength: 1, maxLength: 4 }), cuts, (sizes, places) => {
        const limit = 5000;
        const lines = sizes.map((length) => Buffer.from(Array.from({ length }, (_, n) => 97 + (n % 26))));
        const bytes = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
        const read = feed(new LineSplitter(limit), bytes, places);
        expect(read).toHaveLength(lines.length);
        for (const [at, line] of lines.entries()) {
          const got = read[at];
          if (got?.kind === 'whole') expect(got.bytes.equals(line)).toBe(true);
          else {
            expect(line.length).toBeGreaterThan(limit);
            expect(got?.length).toBe(line.length);
            expect(got?.head.equals(line.subarray(0, got.head.length))).toBe(true);
            expect(got?.tail.equals(line.subarray(-got.tail.length))).toBe(true);
            expect(Math.min(got?.head.length ?? 0, got?.tail.length ?? 0)).toBe(4096);
          }
          if (line.length > limit) expect(got?.kind).toBe('overlong');
        }
      }),
    );
  });

  it('holds a bounded part of a line that never ends', () => {
    const splitter = new LineSplitter(1000);
    const before = process.memoryUsage().arrayBuffers;
    for (let n = 0; n < 2000; n++) expect(splitter.push(Buffer.alloc(65_536, 120))).toEqual([]);
    const [line] = splitter.push(Buffer.from('\n'));
    expect(line).toMatchObject({ kind: 'overlong', length: 2000 * 65_536 });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('decodeLine', () => {
  it('takes away a byte order mark, a carriage return and blanks', () => {
    expect(decodeLine(Buffer.from('\uFEFF {"a":1} \r'))).toBe('{"a":1}');
    expect(decodeLine(Buffer.from(' \t\r'))).toBe('');
  });
});

describe('overlongIds', () => {
  const cut = (line: string, kept = 60): OverlongLine => {
    const bytes = Buffer.from(line);
    return { kind: 'overlong', head: bytes.subarray(0, kept), tail: bytes.subarray(-kept), length: bytes.length };
  };
  const long = 'x'.repeat(200);

  it.each([
    ['first', `{"jsonrpc":"2.0","id":"a","result":{"output":"${long}"}}`, { id: 'a' }],
    ['last', `{"jsonrpc":"2.0","result":{"output":"${long}"}, "id" : "a"}`, { id: 'a' }],
    ['last but the version', `{"result":"${long}","id":"a","jsonrpc":"2.0"}`, { id: 'a' }],
    ['first, with another inside', `{"id":"a","result":{"id":"b","output":"${long}"}}`, { id: 'a' }],
    ['last, with another inside', `{"result":{"id":"b","output":"${long}"},"id":"a"}`, { id: 'a' }],
    ['only inside', `{"result":{"id":"b","output":["${long}",{"id":"c"}]}}`, {}],
    ['in a text', `{"result":"\\"id\\":\\"b\\" {${long},\\"id\\":\\"c\\"}"}`, {}],
    ['escaped', `{"id":"a\\u0062","result":"${long}"}`, { id: 'ab' }],
    ['of a notification', `{"method":"m","params":{"request_id":"a","chunk":"${long}"}}`, { requestId: 'a' }],
    ['of no message', `[1] {"id":"a"} ${long}`, {}],
    ['of noise', long, {}],
  ])('reads an id that comes %s', (_where, line, expected) => {
    expect(overlongIds(cut(line))).toEqual(expected);
  });

  it('never takes an id from inside of what it reads', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(value, fc.boolean(), fc.integer({ min: 1, max: 200 }), (result, first, kept) => {
        const inside = { id: 'wrong', request_id: 'wrong', result, more: [{ id: 'wrong' }, long] };
        const message = first ? { id: 'right', result: inside } : { result: inside, id: 'right' };
        const { id = 'right' } = overlongIds(cut(JSON.stringify(message), kept));
        expect(id).toBe('right');
      }),
    );
  });
});
