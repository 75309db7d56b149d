import { isToolFailure, type Redaction, type ToolExecution, ToolFailure, type ToolOutcome } from '@pawl/core';
import type { Scanner } from '../scan/scanner.js';
import { changedMembers, setMembers } from './changed-members.js';
import { redactValue } from './redact-value.js';
import { Redactor } from './redactor.js';

/** Members of a failure that say what happened, not what was said, and those that are redacted on their own. */
const keptOfFailure: ReadonlySet<string> = new Set([
  'code',
  'outcome',
  'terminal',
  'name',
  'stack',
  'redactions',
  'message',
  'cause',
]);

/** Of an execution, which may have members of any name, only what redactions say of it. */
const keptOfExecution: ReadonlySet<string> = new Set(['redactions']);

const listed = (before: readonly Redaction[] | undefined, made: readonly Redaction[]): readonly Redaction[] => [
  ...(before ?? []),
  ...made,
];

/** A failure without its secrets; the same object where it holds none. */
export const redactFailure = (scanner: Scanner, failure: ToolFailure): ToolFailure => {
  const redactor = new Redactor(scanner);
  const message = redactor.at('message', () => redactor.text(failure.message));
  const changed = changedMembers(redactor, failure, keptOfFailure);
  const cause = 'cause' in failure ? redactor.at('cause', () => redactValue(redactor, failure.cause)) : undefined;
  // The stack repeats the message; it is listed only where it alone holds something. A copy has none of it.
  if (redactor.redactions.length === 0) redactor.at('stack', () => redactor.text(failure.stack ?? ''));
  if (redactor.redactions.length === 0) return failure;
  const copy = failure.with({
    message,
    ...('cause' in failure ? { cause } : {}),
    redactions: listed(failure.redactions, redactor.redactions),
  });
  setMembers(copy, changed);
  return copy;
};

/** An execution without its secrets; the same object where it holds none. */
export const redactExecution = (scanner: Scanner, execution: ToolExecution): ToolExecution => {
  const redactor = new Redactor(scanner);
  const changed = changedMembers(redactor, execution, keptOfExecution);
  if (redactor.redactions.length === 0) return execution;
  const copy = { ...execution, redactions: listed(execution.redactions, redactor.redactions) };
  setMembers(copy, changed);
  return copy;
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
