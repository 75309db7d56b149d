import type { ToolExecution } from '@pawl/core';

const made = new WeakSet<object>();

/**
 * A whole execution, for a function that has more to say than its output: `mutations` or `meta`.
 *
 * @example
 * ```ts
 * run: ({ id }) => toolExecution({ output: 'closed', mutations: { [`issue/${id}`]: 'closed' } })
 * ```
 */
export const toolExecution = (execution: ToolExecution): ToolExecution => {
  const whole = Object.freeze({ ...execution });
  made.add(whole);
  return whole;
};

/** Says whether a function's result is a whole execution, and no output that looks like one. */
export const isToolExecution = (result: unknown): result is ToolExecution =>
  typeof result === 'object' && result !== null && made.has(result);
