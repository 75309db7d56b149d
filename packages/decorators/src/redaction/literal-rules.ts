import type { RedactionRule } from './rules/rule.js';
import { longestHint } from './scan/limits.js';

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** The middle of a text in base64, which is the same whatever stands before and after it, for each of three alignments. */
const base64Forms = (secret: string): readonly string[] => {
  const bytes = Buffer.from(secret, 'utf8');
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const skip = offset === 0 ? 0 : offset + 1;
    const whole = Math.floor(((offset + bytes.length) * 8) / 6);
    return text.slice(skip, whole);
  });
};

/** Every form in which a known secret may turn up: as it is, in a URL, in JSON, in base64. */
const forms = (secret: string): readonly string[] => [
  ...new Set([
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...(secret.length >= 12
      ? base64Forms(secret).flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')])
      : []),
  ]),
];

/** A rule for texts that are known to be secret, such as the values of environment variables. */
export const literalRules = (secrets: readonly string[]): readonly RedactionRule[] =>
  secrets.flatMap((secret) =>
    forms(secret).map((form) => ({
      id: 'known-secret',
      group: 'secret' as const,
      hints: [form.slice(0, longestHint)],
      pattern: new RegExp(escapePattern(form)),
    })),
  );
