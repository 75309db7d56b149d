import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EnvelopeScanner } from './envelope-scanner.js';

const scan = (text: string) => {
  const scanner = new EnvelopeScanner();
  scanner.push(Buffer.from(text));
  return scanner.envelope;
};

describe('EnvelopeScanner', () => {
  it('reads the id that a parser reads, whatever else the message holds', () => {
    const id = fc.oneof(fc.integer(), fc.string({ unit: 'grapheme', maxLength: 20 }));
    const members = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(members, id, members, fc.constantFrom(0, 2), (before, value, after, indent) => {
        const message = Object.fromEntries([...Object.entries(before), ['id', value], ...Object.entries(after)]);
        message['id'] = value;
        const text = JSON.stringify(message, undefined, indent);
        expect(scan(text)).toEqual({ isObject: true, id: value, hasMethod: Object.hasOwn(message, 'method') });
      }),
    );
  });

  it.each([
    ['a log line', 'starting up {"id":1}', false, undefined, false],
    ['an array', '[{"id":1}]', false, undefined, false],
    ['nothing', '', false, undefined, false],
    ['an id that is no id', '{"id":{"id":1}}', true, undefined, false],
    ['an id of null', '{"id":null}', true, undefined, false],
    ['a key with an escape', '{"\\u0069d":3}', true, 3, false],
    ['a byte order mark', '\uFEFF {"id":"a"}', true, 'a', false],
    ['a notification', '{"method":"x","params":{"id":4}}', true, undefined, true],
    ['an unfinished message', '{"jsonrpc":"2.0","id":5,"result":{"text":"', true, 5, false],
  ])('reads %s', (_what, text, isObject, id, hasMethod) => {
    expect(scan(text)).toEqual({ isObject, id, hasMethod });
  });
});
