import type { Action } from './action.js';

/** The actions by level, and what no level can hold because it waits for itself. */
export interface Levels {
  readonly levels: readonly (readonly Action[])[];
  /** Actions on a cycle, or behind one. */
  readonly stuck: readonly Action[];
}

/** Each action one level above the highest that it depends on; within a level in the order given. */
export const levelsOf = (actions: readonly Action[]): Levels => {
  const levels: (readonly Action[])[] = [];
  const placed = new Set<string>();
  let rest = actions;
  while (rest.length > 0) {
    const ready = rest.filter(({ dependsOn = [] }) => dependsOn.every((id) => placed.has(id)));
    if (ready.length === 0) break;
    for (const { id } of ready) placed.add(id);
    levels.push(ready);
    rest = rest.filter(({ id }) => !placed.has(id));
  }
  return { levels, stuck: rest };
};
