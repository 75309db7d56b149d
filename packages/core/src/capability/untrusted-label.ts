import { isToolFailure } from '../contract/tool-failure.js';
import type { ToolExecution, ToolOutcome } from '../contract/tool-outcome.js';
import type { JsonObject, JsonValue } from '../json/json-value.js';

/**
 * The member of `meta`, or of an MCP result's `_meta`, that says whether a result holds text that somebody outside wrote.
 * Only `true` is ever written; no value takes taint away.
 */
export const UNTRUSTED_LABEL = 'pawl/untrusted';

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Anything but an absent or `false` label counts: a label that nobody can read is no proof of trust.
const says = (meta: JsonValue | undefined): boolean =>
  isObject(meta) && Object.hasOwn(meta, UNTRUSTED_LABEL) && meta[UNTRUSTED_LABEL] !== false;

/** Whether a result says of itself that somebody outside may have written it, in `meta` or in an MCP result's `_meta`. */
export const isLabelledUntrusted = (outcome: ToolOutcome): boolean => {
  if (isToolFailure(outcome)) return false;
  const { output, meta } = outcome;
  return says(meta) || (isObject(output) && says(output['_meta']));
};

/** The result with the label in `meta`; the same object where it has one. */
export const labelUntrusted = (execution: ToolExecution): ToolExecution =>
  isLabelledUntrusted(execution)
    ? execution
    : { ...execution, meta: { ...(isObject(execution.meta) ? execution.meta : {}), [UNTRUSTED_LABEL]: true } };
