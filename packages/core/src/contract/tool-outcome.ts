import type { JsonObject, JsonValue } from '../json/json-value.js';
import type { ToolFailure } from './tool-failure.js';

/** One replacement that a redacting layer made. It never holds what was replaced. */
export interface Redaction {
  /** The rule that matched, for example `aws-access-token`. */
  readonly rule: string;
  /** JSON Pointer (RFC 6901) into the execution or the failure, for example `/output/content/0/text`. */
  readonly path: string;
}

/** The result of a tool that ran. Fields that are not listed here belong to somebody and are kept. */
export interface ToolExecution {
  /** The whole result. An MCP result travels here as it came: nothing is rebuilt field by field. */
  readonly output: JsonValue;
  /** State that changed, by key; only keys of the call's `expectedEffects`. */
  readonly mutations?: JsonObject;
  readonly redactions?: readonly Redaction[];
  readonly meta?: JsonObject;
}

/** What became of a call that was started. */
export type ToolOutcome = ToolExecution | ToolFailure;
