import { defaultPolicy, type GrantPolicy, type Taint } from '../capability/granted.js';
import type { ToolSpec } from '../contract/tool-spec.js';
import type { JsonObject, JsonValue } from '../json/json-value.js';
import type { ApprovalRequest } from './approval-request.js';
import { type Clock, systemClock } from './clock.js';

/** Checks a value against a JSON Schema; returns what is wrong, a sentence each, nothing where all is well. */
export type SchemaValidator = (schema: JsonObject, value: JsonValue) => readonly string[];

/** What the caller knows that no executor can. */
export interface DispatchContext {
  /** The tools that the model was told about. Default: `executor.specs()`. Recovered tools are added here. */
  readonly advertised?: readonly ToolSpec[];
  /** Default: the five ordinary capabilities. */
  readonly policy?: GrantPolicy;
  /** Whether untrusted content is in the context. Default: `'clean'`. */
  readonly taint?: Taint;
  /** Whether a call that the sandbox would refuse goes to a person instead. Default: `false`. */
  readonly escalateSandboxDenials?: boolean;
  /** The request that a person approved, as `pending` carried it. It covers that very call and nothing else. */
  readonly approved?: ApprovalRequest;
  /** Needed by calls with a `returnSchema`; without it such a call does not run. */
  readonly validate?: SchemaValidator;
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** Milliseconds that a member may take to judge a call or a result. Default: 30,000. */
  readonly memberTimeoutMs?: number;
  /**
   * Milliseconds that a call without a `timeoutMs` may take; in a stream, from one chunk to the next. Default: 300,000.
   */
  readonly callTimeoutMs?: number;
}

/** A context with its defaults filled in. */
export interface Settings {
  readonly policy: GrantPolicy;
  readonly taint: Taint;
  readonly clock: Clock;
  readonly memberTimeoutMs: number;
  readonly callTimeoutMs: number;
}

const defaults: Settings = {
  policy: defaultPolicy,
  taint: 'clean',
  clock: systemClock,
  memberTimeoutMs: 30_000,
  callTimeoutMs: 300_000,
};

/** The context's own settings, and the default for each that it leaves out. */
export const settingsOf = (context: DispatchContext): Settings => ({
  policy: context.policy ?? defaults.policy,
  // Anything but a clear 'clean' counts as tainted.
  taint: context.taint === undefined || context.taint === 'clean' ? 'clean' : 'tainted',
  clock: context.clock ?? defaults.clock,
  memberTimeoutMs: context.memberTimeoutMs ?? defaults.memberTimeoutMs,
  callTimeoutMs: context.callTimeoutMs ?? defaults.callTimeoutMs,
});
