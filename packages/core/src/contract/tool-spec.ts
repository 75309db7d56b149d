import type { JsonObject } from '../json/json-value.js';

/**
 * What a tool says of itself: MCP's own hints under MCP's own names (revision 2025-11-25, `ToolAnnotations`).
 *
 * They are hints, never proof; one that is missing counts as the pessimistic default of the MCP specification.
 */
export interface ToolAnnotations {
  readonly title?: string;
  /** The tool changes nothing. Missing: `false`. */
  readonly readOnlyHint?: boolean;
  /** The tool may destroy something. Missing: `true`. */
  readonly destructiveHint?: boolean;
  /** Calling again with the same arguments changes nothing more. Missing: `false`. */
  readonly idempotentHint?: boolean;
  /** The tool meets the outside world, so what it returns is untrusted. Missing: `true`. */
  readonly openWorldHint?: boolean;
}

/** What the model is told about a tool. Fields that are not listed here belong to somebody and are kept. */
export interface ToolSpec {
  /** Unique within an executor. Any string: `constructor` and `__proto__` are ordinary names. */
  readonly name: string;
  /** For people; `name` is for machines. */
  readonly title?: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonObject;
  /** JSON Schema of what the tool promises: its `output`, or, for an MCP server, the `structuredContent` in it. */
  readonly outputSchema?: JsonObject;
  readonly annotations?: ToolAnnotations;
  /** Whether a person's approval of this tool may be remembered. Missing: `false`. */
  readonly cacheableApproval?: boolean;
  readonly meta?: JsonObject;
}
