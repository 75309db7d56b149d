import type { JsonObject, JsonValue } from '../json/json-value.js';
import type { Redaction } from './tool-outcome.js';

/** What is known of the outside world after a failure. Only `not-started` is always safe to repeat. */
export type FailureOutcome = 'not-started' | 'failed' | 'unknown';

/** The codes that Pawl's own packages use; a tool may use others. */
export type ToolFailureCode =
  | 'unknown-tool'
  | 'invalid-arguments'
  | 'refused'
  | 'unsupported'
  | 'timeout'
  | 'cancelled'
  | 'tool-error'
  | 'invalid-result'
  | 'result-withheld'
  | 'stream-ended'
  | 'source-lost'
  // Any other string, without losing the completions above.
  | (string & {});

/** What `ToolFailure` takes beside its message. */
export interface ToolFailureInit {
  readonly code: ToolFailureCode;
  /** Never retried, and aborts the whole proposal whatever its author chose. Default: `false`. */
  readonly terminal?: boolean;
  /** Default: `'failed'`. */
  readonly outcome?: FailureOutcome;
  /** An error result's own content, whole. */
  readonly output?: JsonValue;
  readonly redactions?: readonly Redaction[];
  readonly meta?: JsonObject;
  readonly cause?: unknown;
}

const brand: unique symbol = Symbol.for('@pawl/core/ToolFailure');

/** The one error that `execute` rejects with. Whatever else is thrown counts as an ordinary, non-terminal failure. */
export class ToolFailure extends Error {
  override readonly name: string = 'ToolFailure';
  readonly code: ToolFailureCode;
  readonly terminal: boolean;
  readonly outcome: FailureOutcome;
  declare readonly output?: JsonValue;
  declare readonly redactions?: readonly Redaction[];
  declare readonly meta?: JsonObject;

  constructor(message: string, init: ToolFailureInit) {
    super(message, 'cause' in init ? { cause: init.cause } : undefined);
    this.code = init.code;
    this.terminal = init.terminal ?? false;
    this.outcome = init.outcome ?? 'failed';
    if (init.output !== undefined) this.output = init.output;
    if (init.redactions !== undefined) this.redactions = init.redactions;
    if (init.meta !== undefined) this.meta = init.meta;
    Object.defineProperty(this, brand, { value: true });
  }

  /**
   * A copy with some fields changed; everything else is kept, fields that Pawl does not know included.
   *
   * The copy's stack is its message alone, because a stack repeats the message that was changed.
   */
  with(changes: Partial<ToolFailureInit> & { readonly message?: string }): ToolFailure {
    const { message = this.message, ...rest } = changes;
    const copy = new ToolFailure(message, { ...this, ...('cause' in this ? { cause: this.cause } : {}), ...rest });
    Object.setPrototypeOf(copy, Object.getPrototypeOf(this));
    for (const key of Object.keys(this)) {
      if (Object.hasOwn(copy, key)) continue;
      const value: unknown = Reflect.get(this, key);
      Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true });
    }
    Object.defineProperty(copy, 'stack', { value: `${copy.name}: ${message}`, configurable: true, writable: true });
    return copy;
  }
}

/** Says whether a value is a `ToolFailure`, also one from another copy of this package. */
export const isToolFailure = (value: unknown): value is ToolFailure =>
  value instanceof ToolFailure || (value instanceof Error && Reflect.get(value, brand) === true);
