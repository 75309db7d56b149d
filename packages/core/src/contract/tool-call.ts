import type { JsonObject, JsonValue } from '../json/json-value.js';

/** How far a running call has come. */
export interface ToolProgress {
  /** From 0 to 1, or `undefined` while the total is unknown. */
  readonly fraction?: number;
  readonly message?: string;
}

/**
 * One call of a tool, with everything it needs, frozen. Built by `toolCall()`; a layer hands on all of it or none of it.
 */
export interface ToolCall {
  /** The provider's id of this call; results are matched by it. */
  readonly id: string;
  readonly tool: string;
  /** I-JSON, deep-frozen. Not there at all when the caller gave none, which is not the same as `null` or `{}`. */
  readonly args?: JsonValue;
  /** 1 for the first try, 2 for the first retry. */
  readonly attempt: number;
  /** The conversation. Calls of different sessions never share an approval or a ledger. */
  readonly session?: string;
  /** On whose behalf the call is made. */
  readonly caller?: string;
  /** Milliseconds that the tool may take, from the moment it is started. */
  readonly timeoutMs?: number;
  /** Aborted when nobody waits for the result any more. */
  readonly signal?: AbortSignal;
  /** Hears how far the tool has come; safe to call at any time. */
  readonly onProgress?: (progress: ToolProgress) => void;
  /** The state that the caller expects to change, by key; only these keys may come back as `mutations`. */
  readonly expectedEffects?: JsonObject;
  /** JSON Schema that `output` must meet. */
  readonly returnSchema?: JsonObject;
  readonly meta?: JsonObject;
}

/** What `toolCall()` takes: a `ToolCall` whose `attempt` defaults to 1 and whose arguments are not yet checked. */
export interface ToolCallInit extends Omit<ToolCall, 'attempt' | 'args'> {
  readonly attempt?: number;
  readonly args?: unknown;
}
