import type { Redaction } from '@pawl/core';
import type { JournalEventMap } from './event-map.js';

/**
 * What a `redaction` event holds: each rule and how often it matched. Paths are left out, because a member's name may
 * itself have been the secret.
 *
 * @example
 * ```ts
 * await journal.append('redaction', redactionData({ callId, tool }, execution.redactions ?? []));
 * ```
 */
export const redactionData = (
  call: { readonly callId: string; readonly tool: string },
  redactions: readonly Redaction[],
): JournalEventMap['redaction'] => {
  const counts = new Map<string, number>();
  for (const { rule } of redactions) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  const rules = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([rule, count]) => ({ rule, count }));
  return { callId: call.callId, tool: call.tool, rules };
};

const only = (value: object, names: readonly string[]): boolean =>
  Object.keys(value).every((key) => names.includes(key));

/** Whether data holds rules and counts and nothing else, such as the text that was found. */
export const isRedactionData = (data: unknown): data is JournalEventMap['redaction'] => {
  if (typeof data !== 'object' || data === null || !only(data, ['callId', 'tool', 'rules'])) return false;
  const rules: unknown = Reflect.get(data, 'rules');
  return (
    Array.isArray(rules) &&
    rules.every(
      (entry: unknown) =>
        typeof entry === 'object' &&
        entry !== null &&
        only(entry, ['rule', 'count']) &&
        typeof Reflect.get(entry, 'rule') === 'string' &&
        Number.isSafeInteger(Reflect.get(entry, 'count')),
    )
  );
};
