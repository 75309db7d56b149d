import type { ToolCall, ToolExecutor, ToolSpec } from '@pawl/core';
import { type Entry, ownName, withPrefix } from './catalogue.js';
import type { RegistryState } from './registry-state.js';

const nothing: readonly ToolSpec[] = Object.freeze([]);

/** What one source offers, under the names it would be called by; nothing where it fails. */
const offeredBy = async (
  { source }: Entry,
  call: ToolCall,
): Promise<readonly (readonly [Entry['source'], ToolSpec])[]> => {
  // A name that lacks the prefix is a guess like any other, so it is passed as it is.
  const own = ownName(source, call.tool) ?? call.tool;
  try {
    const specs: unknown = await source.executor.recoverUnadvertised(
      own === call.tool ? call : Object.freeze({ ...call, tool: own }),
    );
    // `isSpec` of the catalogue is not needed: what routes nowhere is left out below.
    return Array.isArray(specs)
      ? specs.map((spec: ToolSpec) => [source, withPrefix(source.prefix, spec)] as const)
      : [];
  } catch {
    return [];
  }
};

/**
 * `recoverUnadvertised` of a registry. The owner of a name answers for it alone; for a name that nobody owns every source
 * is asked. Offers nothing that is advertised already, nothing twice, and nothing that a call would not lead to.
 */
export const recover =
  ({ current, routeOf }: RegistryState): ToolExecutor['recoverUnadvertised'] =>
  async (call) => {
    const owner = routeOf(call.tool)?.source;
    const asked = current().entries.filter(({ source }) => owner === undefined || source === owner);
    const offers = (await Promise.all(asked.map((entry) => offeredBy(entry, call)))).flat();
    const found = new Map<string, ToolSpec>();
    for (const [source, spec] of offers) {
      const route = routeOf(spec.name);
      if (route?.source !== source || route.spec !== undefined || found.has(spec.name)) continue;
      found.set(spec.name, spec);
    }
    return found.size === 0 ? nothing : [...found.values()];
  };
