import type { JsonValue } from '../json/json-value.js';

/** What may happen to a call, from the loosest to the strictest. */
export type ToolVerdict = 'allow' | 'ask' | 'deny';

/** What an executor, or a layer, says of one call before it runs. */
export interface ToolDecision {
  readonly verdict: ToolVerdict;
  /** Why, in a sentence that a person (`ask`) or the model (`deny`) can act on. */
  readonly reason?: string;
  /** Arguments to run instead of the call's own (modify). */
  readonly args?: JsonValue;
  /** Internal notes that the caller places before the result (inject context). */
  readonly notes?: readonly string[];
}
