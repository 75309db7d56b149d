import { redactValue } from './redact-value.js';
import type { Redactor } from './redactor.js';

const text = (redactor: Redactor, error: Error, member: 'message' | 'stack' | 'name'): string => {
  const value: unknown = error[member];
  return typeof value === 'string' ? redactor.at(member, () => redactor.text(value)) : '';
};

/**
 * An error without its secrets: message, cause, the errors of an `AggregateError`, and whatever else it carries. The same
 * object where it holds none. A copy has a new stack of one line, because a stack repeats the message.
 */
export const copyError = (redactor: Redactor, error: Error): unknown => {
  const message = text(redactor, error, 'message');
  const members = new Map<string, unknown>();
  let changed = message !== error.message;
  for (const key of Object.getOwnPropertyNames(error)) {
    if (key === 'message' || key === 'stack') continue;
    const value: unknown = Reflect.get(error, key);
    const redacted = redactor.at(key, () => redactValue(redactor, value, key));
    changed ||= redacted !== value;
    members.set(key, redacted);
  }
  const before = redactor.redactions.length;
  const stackHolds = text(redactor, error, 'stack') !== (error.stack ?? '');
  redactor.redactions.length = before;
  if (!changed && !stackHolds) return error;
  const copy = new Error(message);
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error));
  for (const [key, value] of members) {
    const enumerable = Object.prototype.propertyIsEnumerable.call(error, key);
    Object.defineProperty(copy, key, { value, enumerable, writable: true, configurable: true });
  }
  Object.defineProperty(copy, 'stack', { value: `${error.name}: ${message}`, writable: true, configurable: true });
  return copy;
};
