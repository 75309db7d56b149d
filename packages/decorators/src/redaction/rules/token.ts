import { isRandom } from './checks.js';
import type { RedactionRule } from './rule.js';

/** What an escape may leave right before a token, although it ends in a letter or digit: JSON, C, URLs, mail, terminals. */
const escapes = [
  String.raw`\\[abefnrtv0]`,
  String.raw`\\x[\dA-Fa-f]{2}`,
  String.raw`\\[0-3][0-7]{2}`,
  '%[0-9A-Fa-f]{2}',
  '=[0-9A-F]{2}',
  String.raw`\[[\d;]{0,12}[A-Za-z]`,
].join('|');

/** Where a token may begin: not inside a word, unless what looks like the word's end is an escape. */
export const begins: string = `(?:(?<![A-Za-z0-9+])|(?<=${escapes}))`;

/** The same for a prefix that base64 cannot hold: a plus before it is a space of a form. */
const beginsApart = `(?:(?<![A-Za-z0-9])|(?<=${escapes}))`;

/** Words by which documentation says that a token is none; two of them are not in any alphabet by chance. */
const stands = /example|placeholder|redacted|dummy|your[-_]|[-_]here$/i;

const escaped = (prefix: string): string => prefix.replaceAll(/[.^$*+?()[\]{}|\\]/g, '\\$&');

/** A token that begins with a text of its own. `form` is what follows it. */
export const token = (
  id: string,
  prefixes: readonly string[],
  form: string,
  { accept = isRandom, ...more }: Partial<RedactionRule> = {},
): RedactionRule => {
  const apart = prefixes.every((prefix) => /[^A-Za-z0-9+/=]/.test(prefix));
  return {
    id,
    group: 'secret',
    hints: prefixes,
    pattern: new RegExp(`${apart ? beginsApart : begins}(?:${prefixes.map(escaped).join('|')})${form}`),
    ...more,
    accept: (found) => accept(found) && !stands.test(found),
  };
};
