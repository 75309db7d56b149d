import type { RedactionRule } from './rules/rule.js';
import { longestHint } from './scan/limits.js';

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

// Half a surrogate pair cannot be encoded; as UTF-8 it becomes the replacement character.
const percentEncoded = (secret: string): string => encodeURIComponent(secret.replaceAll(/\p{Surrogate}/gu, '\ufffd'));

/** Every form in which a known secret may turn up: as it is, in JSON, in a URL or form, in base64, in hexadecimal. */
const forms = (secret: string): readonly string[] => [
  ...new Set([
    secret,
    percentEncoded(secret),
    percentEncoded(secret).replaceAll('%20', '+'),
    ...(secret.length >= 12
      ? [
          ...base64Forms(secret).flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]),
          Buffer.from(secret, 'utf8').toString('hex'),
        ]
      : []),
  ]),
];

const controls: ReadonlyMap<string, string> = new Map([
  ['\n', 'n'],
  ['\r', 'r'],
  ['\t', 't'],
  ['\b', 'b'],
  ['\f', 'f'],
]);

/** A character, or a run of backslashes, as it is or as JSON escapes it, at any depth. */
const unitPattern = (unit: string): string => {
  const control = controls.get(unit);
  if (control !== undefined) return `(?:\\${control}|\\\\{1,32}${control})`;
  if (unit === '"') return '\\\\{0,32}"';
  if (unit.startsWith('\\')) return `\\\\{${unit.length},${unit.length + 32}}`;
  return /\w/.test(unit) ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
};

/** What a piece begins with up to where an escape could be: the hint. */
const hintOf = (piece: string): string => /^[^"\\\p{Cc}]*/u.exec(piece)?.[0].slice(0, longestHint) ?? '';

/** A long text in pieces of about one length, each of which tells enough: escaped, a piece is several times as long. */
const pieces = (form: string, reach: number): readonly string[] => {
  const count = Math.ceil(form.length / Math.floor(reach / 4));
  const length = Math.ceil(form.length / count);
  return Array.from({ length: count }, (_, index) => form.slice(index * length, (index + 1) * length));
};

const ruleFor = (piece: string): RedactionRule => {
  const hint = hintOf(piece);
  return {
    id: 'known-secret',
    group: 'secret',
    hints: hint === '' ? ['"', '\\', '\n', '\r', '\t', '\b', '\f'] : [hint],
    // A character that is escaped in URLs may be written with small letters.
    pattern: new RegExp((piece.match(/\\+|[^\\]/g) ?? []).map(unitPattern).join(''), piece.includes('%') ? 'i' : ''),
  };
};

/** Rules for texts that are known to be secret, such as the values of environment variables. */
export const literalRules = (secrets: readonly string[], reach: number): readonly RedactionRule[] =>
  secrets.flatMap((secret) => forms(secret).flatMap((form) => pieces(form, reach).map(ruleFor)));
