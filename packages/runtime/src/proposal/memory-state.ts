import { type JsonObject, snapshotJson } from '@pawl/core';
import type { StateStore } from './state-store.js';

/** State in memory. */
export interface MemoryState extends StateStore {
  /** What it is now, frozen. */
  snapshot(): JsonObject;
}

// A snapshot of an object is one, and a store's snapshots are its own.
const frozen = (value: unknown): JsonObject => snapshotJson(value) as JsonObject;

/**
 * State in memory, for one process.
 *
 * @throws {JsonError} for a start that is not I-JSON.
 * @example
 * ```ts
 * const state = memoryState({ stock: 3 });
 * state.apply({ stock: 2 });
 * state.snapshot(); // { stock: 2 }
 * ```
 */
export const memoryState = (initial: JsonObject = {}): MemoryState => {
  let current = frozen(initial);
  return {
    snapshot: () => current,
    apply: (mutations) => {
      // Built from entries, because a spread of `__proto__` would be lost in a literal.
      current = frozen(Object.fromEntries([...Object.entries(current), ...Object.entries(mutations)]));
    },
    restore: (snapshot) => {
      current = frozen(snapshot);
    },
  };
};
