import { describe, expect, it } from 'vitest';
import { github, letters, random, slack, stripe } from '../../../test/redacted.js';
import { redactText } from '../redact-text.js';

const hex = '0123456789abcdef';
const tokens = [
  github,
  stripe,
  slack,
  `AKIA${random(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 3)}`,
  `AIza${random(35, letters, 5)}`,
  `npm_${random(36, letters, 9)}`,
  `SK${random(32, hex, 17)}`,
  `pat${random(14, letters, 19)}.${random(64, hex, 21)}`,
  `eyJ${random(40, letters, 23)}.${random(40, letters, 25)}`,
  `aio_${random(28, letters, 27)}`,
  `${random(9, '123456789', 29)}:AA${random(33, letters, 31)}`,
];

const esc = String.fromCharCode(27);
const before = {
  escapes: ['\\n', '\\t', '\\r', '\\x0a', '\\033[0m', '\\u000a', '\\u{a}', '\n', '\t', '\0'],
  urls: ['%20', '%3D', '%3d', '%22', '?q=', '&', '=3D', '=20', '/', ':'],
  colours: [`${esc}[0m`, `${esc}[1;31m`, '\\u001b[32m', '\\x1b[38;5;12m', '\\e[0m'],
  entities: ['&quot;', '&#34;', '&#x22;', '&nbsp;', '&lt;'],
  marks: ['"', "'", '`', '(', '[', '{', '<', '“', '«', '|', '*', '_', ',', ';', '='],
  scripts: ['ключ', '密钥', 'é', 'مفتاح', '🔑'],
};
const after = ['\\n', '\\t"', '%20', `${esc}[0m`, '\\u001b[0m', '&quot;', '"', ')', '密', ' ', '.', ''];

/** As it is, and as JSON writes it once and twice. */
const nested = (text: string): readonly string[] => {
  const once = JSON.stringify(text);
  return [text, once, JSON.stringify(once)];
};

describe('a token is never hidden by what stands beside it', () => {
  it.each(Object.entries(before))('%s', (_, openings) => {
    const readable: string[] = [];
    for (const secret of tokens) {
      for (const left of openings) {
        for (const right of after) {
          for (const text of nested(`a ${left}${secret}${right} b`)) {
            if (redactText(text).includes(secret.slice(-12))) readable.push(text);
          }
        }
      }
    }
    expect(readable).toEqual([]);
  });

  it('while the same letters inside a word stay', () => {
    expect(redactText(`prefix${github}`)).toBe(`prefix${github}`);
    expect(redactText('AKIAIOSFODNN7EXAMPLE')).toBe('AKIAIOSFODNN7EXAMPLE');
  });
});
