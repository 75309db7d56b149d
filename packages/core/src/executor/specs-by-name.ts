import type { ToolSpec } from '../contract/tool-spec.js';

const indexes = new WeakMap<readonly ToolSpec[], ReadonlyMap<string, ToolSpec>>();

/**
 * The specs of a catalogue by name. Built once for each array, because `specs()` returns the same array until the
 * catalogue changes; a `Map`, because any string is a name.
 */
export const specsByName = (specs: readonly ToolSpec[]): ReadonlyMap<string, ToolSpec> => {
  let index = indexes.get(specs);
  if (index === undefined) {
    const built = new Map<string, ToolSpec>();
    // The first owner of a name keeps it.
    for (const spec of specs) if (!built.has(spec.name)) built.set(spec.name, spec);
    index = built;
    indexes.set(specs, index);
  }
  return index;
};
