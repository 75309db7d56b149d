import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiCodes, blockLength, withBlock } from './ascii-codes.js';
import { HintTable, type PreparedRule } from './hint-table.js';

const prepared = (hints: readonly string[]): PreparedRule => ({
  rule: { id: 'own', group: 'secret', hints, pattern: /x/ },
  order: 0,
  before: 0,
  reach: 10,
  pattern: /x/y,
  ahead: undefined,
  tail: undefined,
  close: undefined,
});

const placesOf = (table: HintTable, text: string): readonly number[] => {
  const places: number[] = [];
  table.visit(text, 0, text.length, (at) => places.push(at));
  return places;
};

const everyPlace = (text: string): readonly number[] => {
  const places: number[] = [];
  for (let at = text.indexOf('key='); at !== -1; at = text.indexOf('key=', at + 1)) places.push(at);
  return places;
};

describe('asciiCodes', () => {
  it('writes what charCodeAt says, and refuses every stretch with another character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
        withBlock((block) => {
          const isAscii = [...text].every((character) => character.charCodeAt(0) < 128);
          expect(asciiCodes(text, [0, text.length], block)).toBe(isAscii);
          if (isAscii) expect([...block.subarray(0, text.length)]).toEqual([...text].map((c) => c.charCodeAt(0)));
        });
      }),
    );
  });

  it('refuses half a surrogate pair', () => {
    withBlock((block) => expect(asciiCodes('a\ud800', [0, 2], block)).toBe(false));
  });

  it('lends other bytes to whoever comes in between', () => {
    withBlock((outer) => {
      outer[0] = 1;
      withBlock((inner) => {
        inner[0] = 2;
      });
      expect(outer[0]).toBe(1);
    });
  });
});

describe('HintTable', () => {
  const table = new HintTable([prepared(['key='])]);

  it('finds a hint wherever the end of a block cuts it', () => {
    for (let at = blockLength - 6; at < blockLength + 3; at++) {
      const text = `${'a'.repeat(at)}key=${'b'.repeat(10)}`;
      expect(placesOf(table, text)).toEqual([at]);
    }
  });

  it('finds the same places in a block with other characters and in one without', () => {
    const part = fc.constantFrom('key=', 'ke', 'y=', 'a', 'é', '\u{1f600}', '\ud800', 'k', '= ');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.nat({ max: 20 }), (parts, short) => {
        const text = 'z'.repeat(blockLength - short) + parts.join('');
        expect(placesOf(table, text)).toEqual(everyPlace(text));
      }),
      { numRuns: 50 },
    );
  });

  it('asks a visitor that looks at another text in between, and goes on where it was', () => {
    const text = 'key= and key= again';
    const places: number[] = [];
    table.visit(text, 0, text.length, (at) => {
      placesOf(table, 'a wholly other text, with key= in it');
      places.push(at);
    });
    expect(places).toEqual([0, 9]);
  });
});
