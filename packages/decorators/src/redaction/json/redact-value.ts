import { copyError } from './copy-error.js';
import { redactJsonText } from './redact-json-text.js';
import type { Redactor } from './redactor.js';

// Card and account numbers; smaller ones say nothing.
const leastNumber = 1e7;

const redactNumber = (redactor: Redactor, value: number): unknown => {
  if (!Number.isSafeInteger(value) || Math.abs(value) < leastNumber) return value;
  const text = String(value);
  const redacted = redactor.text(text);
  return redacted === text ? value : redacted;
};

const redactArray = (redactor: Redactor, value: readonly unknown[]): unknown => {
  const items = value.map((item, index) => redactor.at(String(index), () => redactValue(redactor, item)));
  return items.some((item, index) => item !== value[index]) ? items : value;
};

/** A name that no other member has, so that two names that become one lose nothing. */
const freeName = (name: string, taken: ReadonlySet<string>): string => {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} #${number}`;
  return free;
};

const redactMembers = (redactor: Redactor, value: object): unknown => {
  const keys = Object.keys(value);
  const taken = new Set<string>();
  const copy: object = Object.create(Object.getPrototypeOf(value));
  let changed = false;
  for (const key of keys) {
    const member: unknown = Reflect.get(value, key);
    const redacted = redactor.at(key, () => redactValue(redactor, member, key));
    const plainName = redactor.text(key);
    const name = plainName === key ? key : freeName(plainName, new Set([...taken, ...keys]));
    taken.add(name);
    changed ||= name !== key || redacted !== member;
    Object.defineProperty(copy, name, { value: redacted, enumerable: true, writable: true, configurable: true });
  }
  return changed ? copy : value;
};

const redactObject = (redactor: Redactor, value: object): unknown => {
  if (redactor.copies.has(value)) return redactor.copies.get(value);
  // Until it is done, a cycle meets the original; errors, where cycles are common, put their copy here themselves.
  redactor.copies.set(value, value);
  const result =
    value instanceof Error
      ? copyError(redactor, value)
      : Array.isArray(value)
        ? redactArray(redactor, value)
        : value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)
          ? redactOpaque(redactor, value)
          : redactMembers(redactor, value);
  redactor.copies.set(value, result);
  return result;
};

/** What is no JSON and holds a secret is withheld as a whole. */
const redactOpaque = (redactor: Redactor, value: object): unknown => {
  const text = ArrayBuffer.isView(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1')
    : JSON.stringify([...(value as Iterable<unknown>)].flat(), (_, inner) =>
        inner instanceof Error ? inner.message : inner,
      );
  return redactor.text(text) === text ? value : redactor.scanner.replacement('opaque');
};

/**
 * A value without its secrets: names and values, at any depth, also in JSON inside strings, in errors and their causes.
 * What holds none is the same object. `name` is the name of the member that it is the value of.
 */
export const redactValue = (redactor: Redactor, value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return redactJsonText(redactor, name, value);
  if (typeof value === 'number') return redactNumber(redactor, value);
  return typeof value === 'object' && value !== null ? redactObject(redactor, value) : value;
};
