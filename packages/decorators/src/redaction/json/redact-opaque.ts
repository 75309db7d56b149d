import { redactValue } from './redact-value.js';
import type { Redactor } from './redactor.js';

const bytesOf = (value: object): string | undefined => {
  if (ArrayBuffer.isView(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1');
  }
  return value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : undefined;
};

/** The content of a collection as plain objects, so that a name still says what its value is. */
const contentOf = (value: object): readonly unknown[] | undefined => {
  if (value instanceof Set) return [...value];
  const isPairs =
    value instanceof Map || value instanceof Headers || value instanceof URLSearchParams || value instanceof FormData;
  if (!isPairs) return undefined;
  return [...value].flatMap(([name, member]) => (typeof name === 'string' ? { [name]: member } : [name, member]));
};

/** What an object says of itself when it is printed or written as JSON. */
const saidBy = (value: object): unknown => {
  try {
    const toJson: unknown = Reflect.get(value, 'toJSON');
    const said: unknown = typeof toJson === 'function' ? Reflect.apply(toJson, value, []) : undefined;
    const printed = value.toString === Object.prototype.toString ? '' : String(value);
    return [said === value ? undefined : said, printed];
  } catch {
    return undefined;
  }
};

/**
 * An object whose members do not tell what it holds, such as a URL, headers, a map or bytes: the same object, or, where it
 * holds a secret, a text in place of it.
 */
export const redactOpaque = (redactor: Redactor, value: object): unknown => {
  const before = redactor.redactions.length;
  if (value instanceof URL) {
    const { href } = value;
    const redacted = redactor.text(href);
    return redacted === href ? value : redacted;
  }
  const content = bytesOf(value) ?? contentOf(value) ?? saidBy(value);
  if (redactValue(redactor, content) === content) return value;
  // Where in the object it stood cannot be said.
  const rules = redactor.redactions.splice(before).map(({ rule }) => rule);
  for (const rule of new Set(rules)) redactor.note(rule);
  return redactor.scanner.replacement('opaque');
};
