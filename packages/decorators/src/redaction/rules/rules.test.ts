import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unary } from '../../../test/redacted.js';

describe('on texts that others published', () => {
  const read = (file: string) =>
    JSON.parse(readFileSync(new URL(`../../../test/fixtures/redaction/${file}`, import.meta.url), 'utf8'));
  const decode = (base64: string): string => Buffer.from(base64, 'base64').toString();

  it('finds at least nine of ten secrets', async () => {
    const found: boolean[] = [];
    for (const { secretTextsBase64 } of read('secrets.json')) {
      for (const base64 of secretTextsBase64) found.push((await unary(decode(base64))) !== decode(base64));
    }
    expect(found.length).toBeGreaterThan(30);
    expect(found.filter(Boolean).length / found.length).toBeGreaterThanOrEqual(0.9);
  });

  it('finds every e-mail address, card, IBAN and social security number', async () => {
    for (const { text: sentence, personal } of read('personal.json')) {
      const output = String(await unary(sentence));
      for (const value of personal) expect(output).not.toContain(value);
    }
  });
});
