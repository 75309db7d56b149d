import { type Catalogue, type Entry, isFresh, ownName, ownsName, type Route, refreshed } from './catalogue.js';
import type { NameConflict, RegistryOptions } from './registry-options.js';
import { unseen } from './source-specs.js';

/** The catalogue of a registry as it is now, and where names lead. */
export interface RegistryState {
  readonly options: RegistryOptions;
  /** The catalogue, after a look at every source: a change shows at once, whether or not the source told of it. */
  readonly current: () => Catalogue;
  /** Puts another catalogue in its place. */
  readonly replace: (next: Catalogue) => void;
  /** Whom a name belongs to now, advertised or not. */
  readonly routeOf: (tool: string) => Route | undefined;
  /** Whom a name belonged to when it was last advertised: its results may still be on their way. */
  readonly departed: (tool: string) => Route | undefined;
}

const keyOf = ({ tool, kept, refused }: NameConflict): string => JSON.stringify([tool, kept, refused]);

const freshOf = (before: readonly NameConflict[], now: readonly NameConflict[]): readonly NameConflict[] => {
  const known = new Set(before.map(keyOf));
  return now.filter((conflict) => !known.has(keyOf(conflict)));
};

const hiddenRoute = (entries: readonly Entry[], tool: string): Route | undefined => {
  const owner = entries.find(({ source }) => ownsName(source, tool))?.source;
  const own = owner === undefined ? undefined : ownName(owner, tool);
  return owner === undefined || own === undefined ? undefined : { source: owner, own, spec: undefined, seen: unseen };
};

/** The state of one registry. */
export const registryState = (first: Catalogue, options: RegistryOptions): RegistryState => {
  let catalogue = first;
  const gone = new Map<string, Route>();
  const replace = (next: Catalogue): void => {
    for (const [tool, route] of catalogue.routes) if (!next.routes.has(tool)) gone.set(tool, route);
    const fresh = freshOf(catalogue.conflicts, next.conflicts);
    catalogue = next;
    // Not from within a question about a name, which must run nothing.
    for (const conflict of fresh) queueMicrotask(() => options.onConflict?.(conflict));
  };
  const current = (): Catalogue => {
    const next = refreshed(catalogue);
    if (next !== catalogue) replace(next);
    return catalogue;
  };
  return {
    options,
    current,
    replace,
    routeOf: (tool) => {
      const last = catalogue.routes.get(tool);
      if (last !== undefined && isFresh(last)) return last;
      const { routes, entries } = current();
      const route = routes.get(tool);
      if (route !== undefined && (route.spec !== undefined || ownsName(route.source, tool))) return route;
      return hiddenRoute(entries, tool);
    },
    departed: (tool) => gone.get(tool),
  };
};
