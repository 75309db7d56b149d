import type { ToolSpec } from '@pawl/core';
import type { NameConflict } from './registry-options.js';
import type { RegistrySource } from './registry-source.js';
import { lookAt, type SeenSpecs, unseen } from './source-specs.js';

/** A source in its place, and the catalogue it was last seen with. */
export interface Entry {
  readonly source: Required<RegistrySource>;
  readonly seen: SeenSpecs;
}

/** Where a name leads. */
export interface Route {
  readonly source: Required<RegistrySource>;
  /** The tool's name at its owner: without the prefix. */
  readonly own: string;
  /** The spec at its owner; `undefined` while the owner has the name and does not advertise it. */
  readonly spec: ToolSpec | undefined;
  /** The catalogue that the spec was seen in. */
  readonly seen: SeenSpecs;
}

/** Everything that follows from the sources' catalogues, built once for each change of them. */
export interface Catalogue {
  readonly entries: readonly Entry[];
  /** By the name that is advertised; a `Map`, because any string is a name. */
  readonly routes: ReadonlyMap<string, Route>;
  readonly specs: readonly ToolSpec[];
  readonly conflicts: readonly NameConflict[];
}

/** The catalogue of no sources. */
export const emptyCatalogue: Catalogue = { entries: [], routes: new Map(), specs: Object.freeze([]), conflicts: [] };

/** The name that a source's own tool would be called by, without the prefix; `undefined` where it cannot be this source's. */
export const ownName = ({ prefix }: Required<RegistrySource>, tool: string): string | undefined =>
  prefix === '' ? tool : tool.startsWith(prefix) ? tool.slice(prefix.length) : undefined;

/** What an owner says of its own name; one that throws, or answers anything but yes, does not own it. */
export const saysOwns = ({ executor }: Required<RegistrySource>, own: string): boolean => {
  try {
    return executor.owns(own) === true;
  } catch {
    return false;
  }
};

/** Whether a name is this source's to run, advertised or not. */
export const ownsName = (source: Required<RegistrySource>, tool: string): boolean => {
  const own = ownName(source, tool);
  return own !== undefined && saysOwns(source, own);
};

const prefixed = new WeakMap<ToolSpec, Map<string, ToolSpec>>();

/** A spec under the name it is advertised by: the same object for the same spec, and itself where there is no prefix. */
export const withPrefix = (prefix: string, spec: ToolSpec): ToolSpec => {
  if (prefix === '') return spec;
  const known = prefixed.get(spec) ?? new Map<string, ToolSpec>();
  prefixed.set(spec, known);
  const renamed = known.get(prefix) ?? Object.freeze({ ...spec, name: prefix + spec.name });
  known.set(prefix, renamed);
  return renamed;
};

/** Who had a name before: the source that the last catalogue leads to, or, for a live registry, one that owns it hidden. */
const formerHolder = (
  tool: string,
  entries: readonly Entry[],
  before: Catalogue,
): Required<RegistrySource> | undefined => {
  if (before === emptyCatalogue) return undefined;
  const route = before.routes.get(tool);
  const isHere = (source: Required<RegistrySource>): boolean => entries.some((entry) => entry.source === source);
  if (route !== undefined) return isHere(route.source) && ownsName(route.source, tool) ? route.source : undefined;
  // A tool that a gate hides was recoverable by this name until now.
  return before.entries.find(({ source }) => isHere(source) && ownsName(source, tool))?.source;
};

/**
 * Builds the catalogue of the sources as they were seen. Whoever had a name in `before` keeps it; among newcomers the
 * first listed gets it. Never the last.
 */
export const buildCatalogue = (entries: readonly Entry[], before: Catalogue): Catalogue => {
  const routes = new Map<string, Route>();
  const specs: ToolSpec[] = [];
  const conflicts: NameConflict[] = [];
  for (const { source, seen } of entries) {
    for (const spec of seen.specs) {
      const tool = source.prefix + spec.name;
      const claimed = routes.get(tool);
      const holder = claimed?.source ?? formerHolder(tool, entries, before);
      if (claimed !== undefined || (holder !== undefined && holder !== source)) {
        conflicts.push({ tool, kept: (holder ?? source).name, refused: source.name });
        continue;
      }
      routes.set(tool, { source, own: spec.name, spec, seen });
      specs.push(withPrefix(source.prefix, spec));
    }
  }
  keepHidden({ entries, before, routes });
  const isSame = specs.length === before.specs.length && specs.every((spec, index) => spec === before.specs[index]);
  return { entries, routes, specs: isSame ? before.specs : Object.freeze(specs), conflicts };
};

/** Names that their owner has only hidden stay its own, so that no other source can take them meanwhile. */
const keepHidden = (given: {
  readonly entries: readonly Entry[];
  readonly before: Catalogue;
  readonly routes: Map<string, Route>;
}): void => {
  for (const [tool, { source, own }] of given.before.routes) {
    if (given.routes.has(tool) || !given.entries.some((entry) => entry.source === source)) continue;
    if (ownsName(source, tool)) given.routes.set(tool, { source, own, spec: undefined, seen: unseen });
  }
};

/** The same catalogue while no source changed its own; otherwise a new one. */
export const refreshed = (before: Catalogue): Catalogue => {
  let changed: Entry[] | undefined;
  for (let index = 0; index < before.entries.length; index++) {
    const entry = before.entries[index] as Entry; // index is within the array
    const seen = lookAt(entry.source.executor, entry.seen);
    if (seen === entry.seen) continue;
    changed ??= [...before.entries];
    changed[index] = { ...entry, seen };
  }
  return changed === undefined ? before : buildCatalogue(changed, before);
};

/**
 * Whether a route surely leads where it did: its owner advertises what it did, and whoever has a name keeps it, so no
 * other source has to be asked.
 */
export const isFresh = ({ source, spec, seen }: Route): boolean => {
  if (spec === undefined) return false;
  try {
    return source.executor.specs() === seen.answer;
  } catch {
    return false;
  }
};

/** A source that was just added, as it looks now. */
export const entryOf = (source: Required<RegistrySource>): Entry => ({
  source,
  seen: lookAt(source.executor, unseen),
});
