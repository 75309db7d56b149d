import type { JsonObject, JsonValue } from '@pawl/core';

/**
 * What a failure does to the rest of the proposal: `abort` ends it, `retry` tries again and ends it when the tries are
 * used up, `skip` goes on without the action and without those that depend on it.
 */
export type OnFailure = 'abort' | 'retry' | 'skip';

/** One call of a tool within a proposal. Plain JSON. */
export interface Action {
  /**
   * Unique within the proposal. The call's id, which approvals are bound to, is `<proposal>/<action>`, or this one alone
   * where the proposal has no id.
   */
  readonly id: string;
  /** The tool's name. */
  readonly tool: string;
  /** I-JSON. Left out where there are none. */
  readonly args?: JsonValue;
  /** Ids of the actions that must have succeeded before. Default: none. */
  readonly dependsOn?: readonly string[];
  /** Default: `'abort'`. */
  readonly onFailure?: OnFailure;
  /** Tries after the first, where `onFailure` is `'retry'`. Default: 3. */
  readonly maxRetries?: number;
  /** Milliseconds for each try. Default: the context's `callTimeoutMs`. */
  readonly timeoutMs?: number;
  /** The state that the tool may change, by key; anything else that comes back fails the action. Default: none. */
  readonly expectedEffects?: JsonObject;
  /** JSON Schema that the output must meet. Default: any JSON. */
  readonly returnSchema?: JsonObject;
  /**
   * Whether a success that `options.idempotency` remembers may answer instead of another run. It licenses no retry:
   * that takes the tool's own word. Default: `false`.
   */
  readonly idempotent?: boolean;
}

/** Actions that stand and fall together. Plain JSON, as a model may write it. */
export interface Proposal {
  /** Unique within the session, without a slash. What a journal or a log knows of the proposal goes by it. Default: none. */
  readonly id?: string;
  /** In the order in which their results are listed. */
  readonly actions: readonly Action[];
}
