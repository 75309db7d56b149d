import type { JsonObject, JsonValue } from '@pawl/core';

/** Where the state is that proposals change. */
export interface StateStore {
  /** The whole state, as plain JSON that `restore` takes back. */
  snapshot(): JsonValue | Promise<JsonValue>;
  /** Sets each key to its value: all of them, or none and a rejection. */
  apply(mutations: JsonObject): void | Promise<void>;
  /** Makes the state what it was. */
  restore(snapshot: JsonValue): void | Promise<void>;
}
