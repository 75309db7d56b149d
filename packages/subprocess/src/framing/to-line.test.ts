import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { toLine } from './to-line.js';

/** All that a reader of lines in some language takes for the end of one. */
const ends = ['\n', '\v', '\f', '\r', '\u001c', '\u001d', '\u001e', '\u0085', '\u2028', '\u2029'];

it('writes no message that a reader of lines would cut in two', () => {
  const unit = fc.oneof(
    fc.constantFrom('\n', '\r', '\v', '\f', '\u001c', '\u0085', '\u2028', '\u2029', '\\'),
    fc.string(),
  );
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.array(unit).map((parts) => parts.join('')),
        fc.array(unit),
      ),
      (message) => {
        const line = toLine(message);
        expect(line.endsWith('\n')).toBe(true);
        expect(ends.filter((end) => line.slice(0, -1).includes(end))).toEqual([]);
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(message)));
      },
    ),
  );
});
