import { copyError } from './copy-error.js';
import { copyMembers, isOrdinary, readMember } from './copy-members.js';
import { redactJsonText } from './redact-json-text.js';
import { redactOpaque } from './redact-opaque.js';
import type { Met, Redactor } from './redactor.js';

// Card and account numbers; smaller ones say nothing.
const leastNumber = 1e7;

const redactNumber = (redactor: Redactor, value: number | bigint): unknown => {
  if ((typeof value === 'number' && !Number.isSafeInteger(value)) || (value < leastNumber && value > -leastNumber)) {
    return value;
  }
  const text = String(value);
  const redacted = redactor.text(text);
  return redacted === text ? value : redacted;
};

/** Whether the members of an object are all that it shows. */
const isPlain = (value: object): boolean => isOrdinary(value) && typeof readMember(value, 'toJSON') !== 'function';

/** An empty object of the same kind. */
const emptyCopy = (value: object): object => {
  if (Array.isArray(value)) return [];
  // Giving an object another prototype makes it slow; most have the usual one.
  if (Object.getPrototypeOf(value) === Object.prototype) return {};
  const copy: object = value instanceof Error ? new Error() : {};
  return Object.setPrototypeOf(copy, Object.getPrototypeOf(value));
};

const redactObject = (redactor: Redactor, value: object, name: string): unknown => {
  const before = redactor.met.get(value);
  if (before !== undefined) {
    before.referred = true;
    return before.result;
  }
  const copy = emptyCopy(value);
  const met: Met = { copy, referred: false, result: copy };
  redactor.met.set(value, met);
  const fill = value instanceof Error ? copyError : copyMembers;
  const changed = ArrayBuffer.isView(value) ? false : fill(redactor, { value, copy, name });
  met.result = changed || met.referred ? copy : value;
  if (!isPlain(value) && !(value instanceof Error) && !changed) met.result = redactOpaque(redactor, value);
  return met.result;
};

/**
 * A value without its secrets: names and values, at any depth, also in JSON inside strings, in errors and their causes.
 * What holds none is the same object. `name` is the name of the member that it is the value of.
 */
export const redactValue = (redactor: Redactor, value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return redactJsonText(redactor, name, value);
  if (typeof value === 'number' || typeof value === 'bigint') return redactNumber(redactor, value);
  return typeof value === 'object' && value !== null ? redactObject(redactor, value, name) : value;
};
