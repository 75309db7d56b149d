import { redactJsonText } from './redact-json-text.js';
import type { Met, Redactor } from './redactor.js';

// Card and account numbers; smaller ones say nothing.
const leastNumber = 1e7;

const redactNumber = (redactor: Redactor, value: number): unknown => {
  if (!Number.isSafeInteger(value) || Math.abs(value) < leastNumber) return value;
  const text = String(value);
  const redacted = redactor.text(text);
  return redacted === text ? value : redacted;
};

/** An empty object of the same kind. */
const emptyCopy = (value: object): object => {
  if (Array.isArray(value)) return [];
  const copy: object = value instanceof Error ? new Error() : {};
  return Object.setPrototypeOf(copy, Object.getPrototypeOf(value));
};

/** A name that no other member has, so that two names that become one lose nothing. */
const freeName = (name: string, taken: ReadonlySet<string>): string => {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} #${number}`;
  return free;
};

/** A stack repeats the message, and so its secrets: a copy has a stack of one line. */
const redactStack = (redactor: Redactor, error: Error, copy: object): boolean => {
  const before = redactor.redactions.length;
  const holds = redactor.text(error.stack ?? '') !== (error.stack ?? '');
  redactor.redactions.length = before;
  const message: unknown = Reflect.get(copy, 'message');
  Object.defineProperty(copy, 'stack', { value: `${error.name}: ${message}`, writable: true, configurable: true });
  return holds;
};

/** Fills the copy; says whether anything in it differs from the original. */
const copyMembers = (redactor: Redactor, value: object, copy: object): boolean => {
  const isError = value instanceof Error;
  // The message and the cause of an error are members that do not enumerate.
  const keys = isError ? Object.getOwnPropertyNames(value).filter((key) => key !== 'stack') : Object.keys(value);
  const taken = new Set<string>(keys);
  let changed = false;
  for (const key of keys) {
    const member: unknown = Reflect.get(value, key);
    const redacted = redactor.at(key, () => redactValue(redactor, member, key));
    const plainName = redactor.text(key);
    const name = plainName === key ? key : freeName(plainName, taken);
    taken.add(name);
    changed ||= name !== key || redacted !== member;
    const enumerable = Object.prototype.propertyIsEnumerable.call(value, key);
    Object.defineProperty(copy, name, { value: redacted, enumerable, writable: true, configurable: true });
  }
  return (isError && redactStack(redactor, value, copy)) || changed;
};

/** What is no JSON and holds a secret is withheld as a whole. */
const redactOpaque = (redactor: Redactor, value: ArrayBufferView | Map<unknown, unknown> | Set<unknown>): unknown => {
  const text = ArrayBuffer.isView(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1')
    : [...value].flat().map(String).join('\n');
  return redactor.text(text) === text ? value : redactor.scanner.replacement('opaque');
};

const redactObject = (redactor: Redactor, value: object): unknown => {
  const before = redactor.met.get(value);
  if (before !== undefined) {
    before.referred = true;
    return before.result;
  }
  if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)) return redactOpaque(redactor, value);
  const copy = emptyCopy(value);
  const met: Met = { copy, referred: false, result: copy };
  redactor.met.set(value, met);
  const changed = copyMembers(redactor, value, copy);
  met.result = changed || met.referred ? copy : value;
  return met.result;
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
