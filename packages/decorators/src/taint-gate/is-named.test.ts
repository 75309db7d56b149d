import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDayNamed } from './days.js';
import { isNamed, wordsOf } from './is-named.js';

const letters = fc.string({ unit: fc.constantFrom(...'abcXYZ019é文'), minLength: 1, maxLength: 8 });
const separators = fc.constantFrom('.', '-', '_', '@', '/', '+', ':', '#', "'");
const value = fc.tuple(letters, separators, letters).map(([one, separator, other]) => `q${one}${separator}${other}z`);

describe('isNamed', () => {
  it('finds a value that stands whole: alone, quoted, in brackets, at the end of a sentence', () => {
    fc.assert(
      fc.property(
        value,
        fc.constantFrom('$', ' $ ', 'to $.', "'$'", '"$",', '($)', 'is $; and', '“$”'),
        (named, frame) => {
          expect(isNamed([frame.replace('$', () => named)], named)).toBe(true);
        },
      ),
    );
  });

  it('does not find a value that the text only goes through on its way to another', () => {
    fc.assert(
      fc.property(value, letters, separators, (named, more, separator) => {
        for (const text of [
          `${named}${more}`,
          `${more}${named}`,
          `${named}${separator}${more}`,
          `${more}${separator}${named}`,
        ]) {
          expect(isNamed([`see ${text} now`], named)).toBe(false);
        }
      }),
    );
  });

  it('takes no other spelling for the value: case, width, accents, spaces, and never the empty text', () => {
    for (const other of [
      'Ann@example.com',
      'ａnn@example.com',
      'ánn@example.com',
      'ann @example.com',
      'ann@example.co',
    ]) {
      expect(isNamed(['write to ann@example.com'], other)).toBe(false);
    }
    for (const empty of ['', ' ', '\n']) expect(isNamed(['a  b', ''], empty)).toBe(false);
  });

  it('names numbers by their digits, and short numeric texts only where they are said to be names', () => {
    expect(isNamed(['we spent 12.00 in total'], 12)).toBe(true);
    expect(isNamed(['we spent 12.50'], 12)).toBe(false);
    expect(isNamed(['on June 13'], '13')).toBe(false);
    for (const text of ['file #13', "file '13'", 'id 13', 'id: 13', 'No. 13', '13']) {
      expect(isNamed([text], '13')).toBe(true);
    }
    expect(isNamed(['file #131', 'id 13.5', 'grid 13'], '13')).toBe(false);
  });

  it('splits words in every script', () => {
    expect(wordsOf('Dinner at L’Été, 文!')).toEqual(['dinner', 'at', 'l', 'été', '文']);
  });
});

describe('isDayNamed', () => {
  it('knows a day as ISO and in English, with or without a year', () => {
    const said = ['from January 11th to 15 Jan 2025, or on the 3rd of May, or 2024-05-19'];
    for (const day of ['2025-01-11', '2024-01-11 09:00', '2025-01-15T10:00:00Z', '2026-05-03', '2024-05-19 12:00']) {
      expect(isDayNamed(said, day)).toBe(true);
    }
    for (const day of ['2024-01-15', '2025-01-12', '2025-05-19', '2024-05-1', '05-19', 'on 2024-05-19', 19, null]) {
      expect(isDayNamed(said, day)).toBe(false);
    }
  });
});
