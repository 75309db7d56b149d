import { type Copying, copyMembers, readMember } from './copy-members.js';
import { redactValue } from './redact-value.js';
import type { Redactor } from './redactor.js';

/** What may be a getter of an error's class, as in `DOMException`, where a copy could not be asked for it. */
const inherited = ['name', 'message', 'code', 'cause'] as const;

const copyInherited = (redactor: Redactor, { value, copy }: Copying): boolean => {
  let changed = false;
  for (const key of inherited) {
    if (Object.hasOwn(value, key) || !(key in value)) continue;
    const member = readMember(value, key);
    const redacted = redactor.at(key, () => redactValue(redactor, member, key));
    changed ||= redacted !== member;
    Object.defineProperty(copy, key, { value: redacted, writable: true, configurable: true });
  }
  return changed;
};

/** Fills a copy of an error; says whether it differs. A stack repeats the message: a copy has a stack of one line. */
export const copyError = (redactor: Redactor, copying: Copying): boolean => {
  const { value, copy } = copying;
  const own = copyMembers(redactor, copying);
  const changed = copyInherited(redactor, copying) || own;
  const stack = readMember(value, 'stack');
  const line = `${readMember(copy, 'name')}: ${readMember(copy, 'message')}`;
  Object.defineProperty(copy, 'stack', { value: line, writable: true, configurable: true });
  if (changed || typeof stack !== 'string') return changed;
  return redactor.at('stack', () => redactor.text(stack)) !== stack;
};
