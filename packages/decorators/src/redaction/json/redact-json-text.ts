import type { JsonValue } from '@pawl/core';
import { redactValue } from './redact-value.js';
import type { Redactor } from './redactor.js';

const parsed = (text: string): { readonly value: JsonValue } | undefined => {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

const indentOf = (text: string): string => /^\s*[[{]\r?\n([ \t]+)/.exec(text)?.[1] ?? '';

/** Whether what was JSON is JSON still, with as many members, also where it is JSON inside a string. */
const keepsShape = (before: JsonValue, after: JsonValue): boolean => {
  if (typeof before !== typeof after || Array.isArray(before) !== Array.isArray(after)) return false;
  if (typeof before === 'string' && typeof after === 'string') {
    const json = before === after ? undefined : parsed(before);
    return json === undefined || isSound(json.value, after);
  }
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) {
    return before === after;
  }
  const members: readonly JsonValue[] = Object.values(before);
  const others: readonly JsonValue[] = Object.values(after);
  return (
    members.length === others.length &&
    members.every((member, index) => {
      const other = others[index];
      return other !== undefined && keepsShape(member, other);
    })
  );
};

const isSound = (before: JsonValue, after: string): boolean => {
  const json = parsed(after);
  return json !== undefined && keepsShape(before, json.value);
};

/**
 * A text that may be JSON, such as a result inside a result. Replacing text leaves most of it as it is written; where that
 * would break the JSON, as in place of a number, or lose a member, it is written anew.
 */
export const redactJsonText = (redactor: Redactor, name: string, text: string): string => {
  const before = redactor.redactions.length;
  const redacted = redactor.member(name, text);
  if (redacted === text) return text;
  const json = parsed(text);
  if (json === undefined || isSound(json.value, redacted)) return redacted;
  redactor.redactions.splice(before);
  const rewritten = JSON.stringify(redactValue(redactor, json.value), null, indentOf(text));
  // Side by side, two members may say what neither says alone.
  const again = redactor.text(rewritten);
  return again === rewritten || isSound(json.value, again) ? again : redactor.scanner.replacement('opaque');
};
