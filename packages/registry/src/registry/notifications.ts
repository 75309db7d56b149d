import type { ToolExecutor, ToolSpec } from '@pawl/core';
import { type Listeners, listeners } from '../listeners/listeners.js';
import type { RegistryState } from './registry-state.js';

/** What tells the outside of changes. */
export interface Notifications {
  readonly onSpecsChange: ToolExecutor['onSpecsChange'];
  /** Looks whether the catalogue differs from the one last told of, and tells if so; follows the sources that are there. */
  readonly check: () => void;
}

/**
 * Listens to the sources while anybody listens to the registry, and no longer. What counts is whether the catalogue
 * changed: two events of one change are one call, an event without a change is none.
 */
export const notifications = ({ current }: RegistryState): Notifications => {
  const following = new Map<ToolExecutor, () => void>();
  let told: readonly ToolSpec[] | undefined;
  const unfollow = (executor: ToolExecutor): void => {
    const stop = following.get(executor);
    following.delete(executor);
    stop?.();
  };
  const follow = (): void => {
    const executors = new Set(current().entries.map(({ source }) => source.executor));
    for (const executor of following.keys()) if (!executors.has(executor)) unfollow(executor);
    for (const executor of executors) {
      if (following.has(executor)) continue;
      try {
        following.set(executor, executor.onSpecsChange(check));
      } catch {
        // A source that cannot be listened to is looked at with every question all the same.
      }
    }
  };
  const changed: Listeners = listeners({
    onFirst: () => {
      told = current().specs;
      follow();
    },
    onLast: () => {
      told = undefined;
      for (const executor of following.keys()) unfollow(executor);
    },
  });
  const check = (): void => {
    if (told === undefined) return;
    follow();
    const { specs } = current();
    if (specs === told) return;
    told = specs;
    changed.fire();
  };
  return { onSpecsChange: changed.add, check };
};
