import { isToolFailure, type Redaction, type ToolExecution, ToolFailure, type ToolOutcome } from '@pawl/core';
import type { Scanner } from '../scan/scanner.js';
import { redactValue } from './redact-value.js';
import { Redactor } from './redactor.js';

/** Members that say what happened, not what was said: they stay, whatever they look like. */
const kept: ReadonlySet<string> = new Set([
  'code',
  'outcome',
  'terminal',
  'name',
  'stack',
  'redactions',
  'message',
  'cause',
]);

const listed = (before: readonly Redaction[] | undefined, made: readonly Redaction[]): readonly Redaction[] => [
  ...(before ?? []),
  ...made,
];

const members = (redactor: Redactor, value: object): Readonly<Record<string, unknown>> => {
  const changed: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (kept.has(key)) continue;
    const redacted = redactor.at(key, () => redactValue(redactor, member, key));
    if (redacted !== member) changed[key] = redacted;
  }
  return changed;
};

/** A failure without its secrets; the same object where it holds none. */
export const redactFailure = (scanner: Scanner, failure: ToolFailure): ToolFailure => {
  const redactor = new Redactor(scanner);
  const message = redactor.at('message', () => redactor.text(failure.message));
  const changed = members(redactor, failure);
  const cause = 'cause' in failure ? redactor.at('cause', () => redactValue(redactor, failure.cause)) : undefined;
  if (redactor.redactions.length === 0) return failure;
  const copy = failure.with({
    message,
    ...('cause' in failure ? { cause } : {}),
    redactions: listed(failure.redactions, redactor.redactions),
  });
  for (const [key, value] of Object.entries(changed)) {
    Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return copy;
};

/** An execution without its secrets; the same object where it holds none. */
export const redactExecution = (scanner: Scanner, execution: ToolExecution): ToolExecution => {
  const redactor = new Redactor(scanner);
  const changed = members(redactor, execution);
  if (redactor.redactions.length === 0) return execution;
  return { ...execution, ...changed, redactions: listed(execution.redactions, redactor.redactions) };
};

/** An outcome without its secrets. */
export const redactOutcome = (scanner: Scanner, outcome: ToolOutcome): ToolOutcome =>
  isToolFailure(outcome) ? redactFailure(scanner, outcome) : redactExecution(scanner, outcome);

/** Whatever was thrown, as a failure without secrets. */
export const redactThrown = (scanner: Scanner, thrown: unknown): ToolFailure =>
  redactFailure(
    scanner,
    isToolFailure(thrown)
      ? thrown
      : new ToolFailure(thrown instanceof Error ? thrown.message : String(thrown), {
          code: 'tool-error',
          cause: thrown,
        }),
  );
