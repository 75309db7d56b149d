import { ShareInError, type ToolExecutor, type WorkerRoot, type WorkerScope } from '@pawl/core';
import { buildCatalogue, type Catalogue, emptyCatalogue, entryOf, type Route } from './catalogue.js';
import type { RegistrySource } from './registry-source.js';
import type { RegistryState } from './registry-state.js';

type Source = Required<RegistrySource>;

const refused = ({ name }: Source, problem: string, cause?: unknown): WorkerRoot => ({
  kind: 'refused',
  error: new ShareInError(
    { code: 'undeclared', reason: `the worker is refused: source ${JSON.stringify(name)} ${problem}` },
    cause === undefined ? undefined : { cause },
  ),
});

const rootOf = async (source: Source, scope: WorkerScope): Promise<WorkerRoot> => {
  let root: WorkerRoot;
  try {
    root = await source.executor.forWorker(scope);
  } catch (error) {
    return refused(source, 'failed to make its part', error);
  }
  switch (root?.kind) {
    case 'no-workspace':
    case 'refused':
      return root;
    case 'rooted':
      return Array.isArray(root.seeded) ? root : refused(source, 'does not say what it shared in');
    default:
      return refused(source, 'answered something that is no worker root');
  }
};

/** The parent's catalogue with the worker's sources, so that every name means the same tool to both. */
const inherited = (parent: Catalogue, sources: ReadonlyMap<Source, Source>): Catalogue => {
  const routes = new Map<string, Route>();
  for (const [tool, route] of parent.routes) {
    const source = sources.get(route.source);
    if (source !== undefined) routes.set(tool, { ...route, source });
  }
  return { ...emptyCatalogue, routes };
};

/**
 * `forWorker` of a registry: every source is asked, one after the other. All without a workspace: the registry has none.
 * One refuses: the worker is refused, and what others had made is not used. Otherwise a registry over the workers' parts.
 */
export const workerRegistry =
  ({ current }: RegistryState, makeExecutor: (catalogue: Catalogue) => ToolExecutor): ToolExecutor['forWorker'] =>
  async (scope) => {
    const parent = current();
    const sources = new Map<Source, Source>();
    const seeded: string[] = [];
    let isRooted = false;
    for (const { source } of parent.entries) {
      const root = await rootOf(source, scope);
      if (root.kind === 'refused') return root;
      if (root.kind === 'rooted') {
        isRooted = true;
        seeded.push(...root.seeded);
      }
      sources.set(source, Object.freeze({ ...source, ...(root.kind === 'rooted' ? { executor: root.executor } : {}) }));
    }
    if (!isRooted) return { kind: 'no-workspace' };
    const catalogue = buildCatalogue([...sources.values()].map(entryOf), inherited(parent, sources));
    return { kind: 'rooted', executor: makeExecutor(catalogue), seeded };
  };
