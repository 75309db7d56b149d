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

/** Whether an object is a list or has no class, so that its own members are all that assigning meets. */
export const isOrdinary = (value: object): boolean => {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const isEnumerable = (value: object, key: string | symbol): boolean =>
  Object.prototype.propertyIsEnumerable.call(value, key);

const ownKeys = (value: object): readonly (string | symbol)[] => {
  // The message and the cause of an error are members that do not enumerate; its stack is looked at on its own.
  if (value instanceof Error) return Reflect.ownKeys(value).filter((key) => key !== 'stack');
  const keys = Object.keys(value);
  const symbols = Object.getOwnPropertySymbols(value).filter((key) => isEnumerable(value, key));
  return symbols.length === 0 ? keys : [...keys, ...symbols];
};

const setMember = (copy: object, key: string | symbol, property: PropertyDescriptor): void => {
  // Assigning is several times faster than defining, and the same where nothing is inherited under that name.
  if (property.enumerable === true && isOrdinary(copy) && !(key in copy)) Reflect.set(copy, key, property.value);
  else Object.defineProperty(copy, key, { ...property, writable: true, configurable: true });
};

/** Fills a copy with the members of an object, without their secrets; says whether any differs. */
export const copyMembers = (redactor: Redactor, { value, copy, name: of }: Copying): boolean => {
  const keys = ownKeys(value);
  const isList = Array.isArray(value);
  const isError = value instanceof Error;
  let names: Set<string> | undefined;
  // Only a name that has to change must know of the others.
  const taken = (): Set<string> => {
    names ??= new Set(keys.filter((key) => typeof key === 'string'));
    return names;
  };
  let changed = false;
  for (const key of keys) {
    const name = typeof key === 'string' ? redactor.name(key, taken) : key;
    if (name !== key && typeof name === 'string') taken().add(name);
    const member = readMember(value, key);
    const said = isList ? of : String(key);
    const redacted = redactor.at(String(name), () => redactValue(redactor, member, said));
    changed ||= name !== key || redacted !== member;
    setMember(copy, name, { value: redacted, enumerable: !isError || isEnumerable(value, key) });
  }
  return changed;
};
