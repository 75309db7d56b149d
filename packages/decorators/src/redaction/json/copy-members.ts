import { redactValue } from './redact-value.js';
import type { Redactor } from './redactor.js';

/** An object, the copy that is to be filled, and the name of the member that it is the value of. */
export interface Copying {
  readonly value: object;
  readonly copy: object;
  readonly name: string;
}

/** The value of a member; a getter that throws has none. */
export const readMember = (value: object, key: string | symbol): unknown => {
  try {
    return Reflect.get(value, key);
  } catch {
    return undefined;
  }
};

const ownKeys = (value: object): readonly (string | symbol)[] =>
  Reflect.ownKeys(value).filter(
    // The message and the cause of an error are members that do not enumerate.
    (key) => key !== 'stack' && (value instanceof Error || Object.prototype.propertyIsEnumerable.call(value, key)),
  );

/** Fills a copy with the members of an object, without their secrets; says whether any differs. */
export const copyMembers = (redactor: Redactor, { value, copy, name: of }: Copying): boolean => {
  const keys = ownKeys(value);
  const taken = new Set(keys.filter((key) => typeof key === 'string'));
  let changed = false;
  for (const key of keys) {
    const name = typeof key === 'string' ? redactor.name(key, taken) : key;
    if (typeof name === 'string') taken.add(name);
    const member = readMember(value, key);
    const said = Array.isArray(value) ? of : String(key);
    const redacted = redactor.at(String(name), () => redactValue(redactor, member, said));
    changed ||= name !== key || redacted !== member;
    const enumerable = Object.prototype.propertyIsEnumerable.call(value, key);
    Object.defineProperty(copy, name, { value: redacted, enumerable, writable: true, configurable: true });
  }
  return changed;
};
