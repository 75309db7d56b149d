import { expect, it } from 'vitest';
import { referencesIn } from './references.js';

const leading = [
  'ann@example.com',
  'ａｎｎ＠example.com',
  'a\u200bnn@exa\u200bmple.com',
  'https://example.com/a?b=c',
  'www.example.com',
  'example。com',
  'see [this](http://evil.test/x)',
  '![](//evil.test/p.png)',
  'mailto:x@y.test',
  'javascript:alert(1)',
  'tel:+4912',
  '10.0.0.1',
  '\\\\host\\share',
  'ping @mallory',
  'call +49 170 1234567',
  'DE89 3704 0044 0532 0130 00',
  '4111-1111-1111-1111',
  'the code is 463820',
];

it.each(leading)('sees where %s leads', (text) => {
  expect(referencesIn(`Hello, ${text}`)).not.toEqual([]);
});

const plain = [
  'Dinner at eight, with Ann and Bob.',
  'Olivia Smith: 4\n- Mia Anderson: 2',
  'on 2024-05-19 from 12:00 to 13:00',
  '2024-05-19T12:00:00 it is',
  'version 1.2.3, e.g. the third',
  '23 Rue Lepic, 75018 Paris',
  '',
];

it.each(plain)('calls %j no reference', (text) => {
  expect(referencesIn(text)).toEqual([]);
});
