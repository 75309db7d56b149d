import type { ToolExecution } from '@pawl/core';

/** Remembers successes, so that what was done once is not done again. The caller keeps it for as long as it should last. */
export interface IdempotencyMemory {
  /**
   * The execution remembered under a key; where there is none, what `run` gives, which is remembered. While one run of a
   * key is under way the others wait for it, and only where it gave `undefined`, because it failed, does the next one run.
   */
  once(key: string, run: () => Promise<ToolExecution | undefined>): Promise<ToolExecution | undefined>;
}

/** Successes in memory, for one process: never forgotten while the memory is kept. */
export const idempotencyMemory = (): IdempotencyMemory => {
  const known = new Map<string, ToolExecution>();
  const underWay = new Map<string, Promise<ToolExecution | undefined>>();
  return {
    once: async (key, run) => {
      for (let other = underWay.get(key); other !== undefined; other = underWay.get(key)) {
        await other.catch(() => undefined); // its failure is its own
      }
      const before = known.get(key);
      if (before !== undefined) return before;
      const mine = run();
      underWay.set(key, mine);
      try {
        const execution = await mine;
        if (execution !== undefined) known.set(key, execution);
        return execution;
      } finally {
        underWay.delete(key);
      }
    },
  };
};
