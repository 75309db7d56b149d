import { describe, expect, it } from 'vitest';
import { github, unary } from '../../test/redacted.js';
import type { RedactionOptions } from './options.js';
import { redactText } from './redact-text.js';
import { redaction } from './redaction.js';

describe('options', () => {
  it('leave personal data, leave rules out, add rules, and write something else', async () => {
    expect(await unary('ada@example.com', { personalData: 'keep' })).toBe('ada@example.com');
    expect(await unary(github, { without: ['github-token'] })).toBe(github);
    const rules = [{ id: 'ticket', group: 'secret', hints: ['TICKET-'], pattern: /TICKET-\d+/ }] as const;
    expect(await unary('see TICKET-12', { rules, replacement: (rule) => `<${rule}>` })).toBe('see <ticket>');
  });

  it.each<[string, RedactionOptions]>([
    ['`without` names "nope"', { without: ['nope'] }],
    ['`secrets` holds at index 0', { secrets: ['short'] }],
    ['`secret` is no option', { secret: ['x'] } as never],
    ['`with` names "nope"', { with: ['nope'] }],
    ['`maxHoldBack` is', { maxHoldBack: 10 }],
    ['`rules` holds at index 0', { rules: [{} as never] }],
    ['`personalData` is', { personalData: true as never }],
    ['`replacement` must be', { replacement: 'x' as never }],
    [
      '`before` is a whole number',
      { rules: [{ id: 'r', group: 'secret', hints: ['abc'], pattern: /abc/, before: 500 }] },
    ],
    ['a hint has 1 to 32 characters', { rules: [{ id: 'r', group: 'secret', hints: [''], pattern: /abc/ }] }],
  ])('that are wrong are refused at once: %s', (message, options) => {
    expect(() => redaction(options)).toThrow(message);
  });

  it('never show a secret in a message', () => {
    expect(() => redaction({ secrets: ['hush1'] })).not.toThrow(/hush1/);
  });

  it('look for addresses of hosts only where that is asked for', async () => {
    const said = 'from 192.168.1.12 and 2001:db8::1 at 12:30:45';
    expect(await unary(said)).toBe(said);
    expect(await unary(said, { with: ['ip-address'] })).toBe(
      'from [redacted:ip-address] and [redacted:ip-address] at 12:30:45',
    );
  });

  it('serve a plain text as well', () => {
    expect(redactText(`it is ${github}`)).toBe('it is [redacted:github-token]');
    expect(redactText('ada@example.com', { personalData: 'keep' })).toBe('ada@example.com');
  });
});
