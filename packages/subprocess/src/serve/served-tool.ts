import type { JsonObject, JsonValue, ToolProgress } from '@pawl/core';

/** What a tool knows of the call that it runs. */
export interface ServedCall {
  /** The whole `params` of `tools.execute`, as they came. */
  readonly params: JsonObject;
  /** Aborted when nobody waits for the result any more. */
  readonly signal: AbortSignal;
  /** Tells how far the tool has come. */
  progress(progress: ToolProgress): void;
  /** Adds to the mutations that come back with the result; only keys of `params.expected_effects` are taken. */
  mutate(mutations: JsonObject): void;
}

/**
 * A tool. It returns its output, or is an async generator that yields texts and data as they come and returns the output.
 * A thrown `ToolFailure` arrives with its code, outcome, output and `terminal`.
 */
export type ServedTool = (
  args: JsonValue | undefined,
  call: ServedCall,
) => JsonValue | undefined | Promise<JsonValue | undefined> | AsyncGenerator<JsonValue, JsonValue | undefined, void>;

/** Tools by name; a `Map` for names that an object literal cannot hold. */
export type ServedTools = Readonly<Record<string, ServedTool>> | ReadonlyMap<string, ServedTool>;
