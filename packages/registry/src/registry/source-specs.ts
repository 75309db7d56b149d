import type { ToolExecutor, ToolSpec } from '@pawl/core';

const nothing: readonly ToolSpec[] = Object.freeze([]);

const isSpec = (spec: unknown): boolean =>
  typeof spec === 'object' && spec !== null && 'name' in spec && typeof spec.name === 'string';

/** The catalogue that an executor was last seen with. */
export interface SeenSpecs {
  /** What `specs()` returned, which is only compared. */
  readonly answer: unknown;
  /** What it is taken for: nothing, where it is no list of specs. */
  readonly specs: readonly ToolSpec[];
}

/** What has been seen of an executor that was never asked. */
export const unseen: SeenSpecs = { answer: undefined, specs: nothing };

const isSame = (a: readonly ToolSpec[], b: readonly ToolSpec[]): boolean =>
  a.length === b.length && a.every((spec, index) => spec === b[index]);

/**
 * Asks an executor for its catalogue: the same object back where nothing changed. One that throws or answers nonsense
 * advertises nothing, and keeps no other from advertising.
 */
export const lookAt = (executor: ToolExecutor, seen: SeenSpecs): SeenSpecs => {
  let answer: unknown;
  try {
    answer = executor.specs();
  } catch {
    answer = nothing;
  }
  if (answer === seen.answer) return seen;
  const specs: readonly ToolSpec[] = Array.isArray(answer) && answer.every(isSpec) ? answer : nothing;
  // A copy, because an array that its owner changes in place would change under us.
  return isSame(specs, seen.specs) ? seen : { answer, specs: [...specs] };
};
