import type { ToolSpec } from '../contract/tool-spec.js';

/**
 * A `specs` member that derives its catalogue from another: computed once for each array of the inner, so that it too
 * returns the same array until the catalogue changes.
 *
 * @example
 * ```ts
 * specs: derivedSpecs(inner.specs, (specs) => specs.filter(isReadOnly))
 * ```
 */
export const derivedSpecs = (
  specs: () => readonly ToolSpec[],
  derive: (specs: readonly ToolSpec[]) => readonly ToolSpec[],
): (() => readonly ToolSpec[]) => {
  let from: readonly ToolSpec[] | undefined;
  let derived: readonly ToolSpec[] = [];
  return () => {
    const now = specs();
    if (now !== from) {
      derived = Object.freeze([...derive(now)]);
      from = now;
    }
    return derived;
  };
};
