import { redactValue } from './redact-value.js';
import type { Redactor } from './redactor.js';

/** What members become, by the name that they had. */
export type ChangedMembers = ReadonlyMap<string, readonly [name: string, value: unknown]>;

/** The members of an object that hold a secret or are named by one, save those that are `kept`. */
export const changedMembers = (redactor: Redactor, value: object, kept: ReadonlySet<string>): ChangedMembers => {
  const changed = new Map<string, readonly [string, unknown]>();
  const taken = new Set(Object.keys(value));
  for (const [key, member] of Object.entries(value)) {
    if (kept.has(key)) continue;
    const name = redactor.name(key, () => taken);
    taken.add(name);
    const redacted = redactor.at(name, () => redactValue(redactor, member, key));
    if (name !== key || redacted !== member) changed.set(key, [name, redacted]);
  }
  return changed;
};

/** Changes members on a copy of the object that they come from. */
export const setMembers = (copy: object, changed: ChangedMembers): void => {
  for (const [key, [name, value]] of changed) {
    if (name !== key) Reflect.deleteProperty(copy, key);
    Object.defineProperty(copy, name, { value, enumerable: true, writable: true, configurable: true });
  }
};
