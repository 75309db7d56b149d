import type { CapabilitySet, JsonObject, ToolAnnotations, ToolCall, ToolDecision, ToolStreamChunk } from '@pawl/core';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';

/** A Standard Schema that can also say itself in JSON Schema, as those of zod 4.2, valibot and arktype can. */
export interface StandardToolSchema<Input = unknown, Output = Input> {
  /** Standard Schema 1.1, both halves. */
  readonly '~standard': StandardSchemaV1.Props<Input, Output> & StandardJSONSchemaV1.Props<Input, Output>;
}

/** What arguments or a result are described with: a Standard Schema with its JSON Schema half, or plain JSON Schema. */
export type ToolSchema = StandardToolSchema | JsonObject;

/** What a tool's function is given: what the Standard Schema makes of the arguments, or the JSON object as it came. */
export type ToolArgs<S extends ToolSchema> = S extends StandardToolSchema
  ? StandardSchemaV1.InferOutput<S>
  : JsonObject;

/** What a streaming tool may yield: text, or whole chunks. */
export type ToolYield = string | ToolStreamChunk;

/** A plain function as a tool. */
export interface ToolDefinition<S extends ToolSchema = ToolSchema> {
  /** What the model is told. */
  readonly description: string;
  /** For people. Default: none. */
  readonly title?: string;
  /** What the arguments must be. Default: no arguments at all. */
  readonly input?: S;
  /** What the result must be. Default: any JSON. */
  readonly output?: ToolSchema;
  /** MCP's hints. Default: none, which counts as the pessimistic ones. */
  readonly annotations?: ToolAnnotations;
  /** Whether a person's approval may be remembered. Default: `false`. */
  readonly cacheableApproval?: boolean;
  /** Whether a person is asked before every call. Default: `true`, unless `annotations.readOnlyHint` is `true`. */
  readonly needsApproval?: boolean;
  /** What the tool must be granted. Default: by the toolset's `origin`; without one, everything. */
  readonly capabilities?: CapabilitySet;
  /** Anything else that belongs to the spec. Default: none. */
  readonly meta?: JsonObject;
  /**
   * Judges one call by its arguments, which have been validated; a call with wrong arguments is denied. It can only make
   * stricter what `needsApproval` says. Default: every call as `needsApproval` says.
   */
  decide?(args: ToolArgs<S>, call: ToolCall): ToolDecision | Promise<ToolDecision>;
  /**
   * Runs the tool; returns JSON, or a promise of it. `undefined` counts as `null`. Whatever it throws is an ordinary
   * failure, save a `ToolFailure`, which passes as it is. Default: what `stream` returns, or the text it yields.
   */
  run?(args: ToolArgs<S>, call: ToolCall): unknown;
  /** Runs the tool piece by piece; what it returns is the whole result. Default: the tool cannot stream. */
  stream?(args: ToolArgs<S>, call: ToolCall): AsyncIterable<ToolYield> | Iterable<ToolYield>;
}

/** A tool that carries its name; any string is one, `__proto__` and `constructor` included. */
export interface NamedToolDefinition<S extends ToolSchema = ToolSchema> extends ToolDefinition<S> {
  /** What the tool is called by. */
  readonly name: string;
}
