import { isToolFailure } from '@pawl/core';

const limit = 160;

const plain = (value: unknown): unknown => {
  if (isToolFailure(value)) return { failure: value.message, ...value };
  if (value instanceof Error) return { error: value.message };
  if (typeof value === 'function') return '[a function]';
  if (value === undefined) return '[undefined]';
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (value instanceof AbortSignal) return '[a signal]';
  return value;
};

/** A value on one line, for a message; deterministic, cut where it is long. */
export const show = (value: unknown): string => {
  let text: string;
  try {
    text = value === undefined ? 'undefined' : JSON.stringify(value, (_key, inner: unknown) => plain(inner));
  } catch {
    text = '[something that cannot be shown]';
  }
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
};
