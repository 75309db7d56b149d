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

/**
 * A text that may be JSON, such as a result inside a result. Replacing text leaves most of it as it is written; where that
 * would break the JSON, as in place of a number, it is written anew.
 */
export const redactJsonText = (redactor: Redactor, name: string, text: string): string => {
  const before = redactor.redactions.length;
  const redacted = redactor.member(name, text);
  if (redacted === text) return text;
  const json = parsed(text);
  if (json === undefined || parsed(redacted) !== undefined) return redacted;
  redactor.redactions.splice(before, redactor.redactions.length - before);
  return JSON.stringify(redactValue(redactor, json.value), null, indentOf(text));
};
