import {
  bareScope,
  layer,
  requireApproval,
  type ToolCall,
  type ToolExecutor,
  tighten,
  type WorkerRoot,
  type WorkerScope,
} from '@pawl/core';
import { composite } from '../reference/composite.js';
import { compositeSubject } from '../subject/composite-subject.js';
import type { CompositeSource, Subject } from '../subject/subject.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';
import { forwarding, handmade, handWrapped } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

type ForWorker = ToolExecutor['forWorker'];

const wrapping = (law: string, breaks: string, forWorker: (inner: ToolExecutor) => ForWorker): Mutant =>
  written(law, 'forWorker', breaks, {
    subject: (name) => handmade(name, {}, (inner) => ({ forWorker: forWorker(inner) })),
  });

/** A worker that is wrapped like its parent, save for some members. */
const wrapped = (root: WorkerRoot, parts: Partial<ToolExecutor> = {}): WorkerRoot =>
  root.kind === 'rooted' ? { ...root, executor: { ...handWrapped(root.executor, () => ({})), ...parts } } : root;

type Make = (sources: readonly CompositeSource[], made: ToolExecutor) => ForWorker;

const joining = (law: string, breaks: string, make: Make): Mutant =>
  written(law, 'forWorker', breaks, {
    subject: (name) =>
      compositeSubject({
        name,
        create: (sources) => {
          const made = composite(sources);
          return { ...made, forWorker: make(sources, made) };
        },
      }),
  });

/** How a composite puts its worker together. */
interface Joining {
  /** The scope that a source is asked with. */
  readonly scopeFor: (scope: WorkerScope, index: number) => WorkerScope;
  /** What becomes of a source, given its root. */
  readonly part: (source: CompositeSource, root: WorkerRoot, index: number) => readonly CompositeSource[];
  readonly seeds: (roots: readonly WorkerRoot[]) => readonly string[];
}

const seedsOf = (roots: readonly WorkerRoot[]): readonly string[] =>
  roots.flatMap((root) => (root.kind === 'rooted' ? root.seeded : []));

const joinedBy =
  (sources: readonly CompositeSource[], parts: Partial<Joining>): ForWorker =>
  async (scope) => {
    const roots: WorkerRoot[] = [];
    for (const [index, { executor }] of sources.entries()) {
      roots.push(await executor.forWorker(parts.scopeFor?.(scope, index) ?? scope));
    }
    const refused = roots.find(({ kind }) => kind === 'refused');
    if (refused !== undefined) return refused;
    if (roots.every(({ kind }) => kind === 'no-workspace')) return { kind: 'no-workspace' };
    const own = sources.flatMap((source, index): readonly CompositeSource[] => {
      const root = roots[index] ?? { kind: 'no-workspace' };
      if (parts.part !== undefined) return parts.part(source, root, index);
      return root.kind === 'rooted' ? [{ ...source, executor: root.executor }] : [source];
    });
    const executor = { ...composite(own), forWorker: joinedBy(own, parts) };
    return { kind: 'rooted', executor, seeded: (parts.seeds ?? seedsOf)(roots) };
  };

/** Mutants of the laws about what becomes of a worker. */
export const ofWorkerLives: readonly Mutant[] = [
  wrapping('WRK-05', 'a wrapper that takes a failed delegation for nothing to re-root', (inner) => async (scope) => {
    try {
      return wrapped(await inner.forWorker(scope));
    } catch {
      return { kind: 'no-workspace' };
    }
  }),
  wrapping(
    'WRK-05',
    'a wrapper that hands its own inner to a worker that could not be made',
    (inner) => (scope) =>
      inner
        .forWorker(scope)
        .then((root) => wrapped(root))
        .catch(() => ({ kind: 'rooted', executor: inner, seeded: [] }) as const),
  ),
  wrapping('WRK-05', 'a wrapper whose switch has a loose default', (inner) => async (scope) => {
    const root = await inner.forWorker(scope);
    switch (root?.kind) {
      case 'rooted':
        return wrapped(root);
      case 'refused':
        return root;
      default:
        return { kind: 'no-workspace' };
    }
  }),
  joining('WRK-05', 'a composite that leaves out the source that failed', (sources) => async (scope) => {
    const settled = await Promise.allSettled(sources.map(({ executor }) => executor.forWorker(scope)));
    const own = sources.flatMap((source, index) => {
      const root = settled[index];
      if (root?.status !== 'fulfilled' || root.value.kind === 'refused') return [];
      return [root.value.kind === 'rooted' ? { ...source, executor: root.value.executor } : source];
    });
    return { kind: 'rooted', executor: composite(own), seeded: [] };
  }),
  joining('WRK-05', 'a composite that shares the source that failed', (sources) =>
    joinedBy(
      sources.map((source) => ({
        ...source,
        executor: {
          ...forwarding(source.executor),
          forWorker: (scope) => source.executor.forWorker(scope).catch(() => ({ kind: 'no-workspace' })),
        },
      })),
      {},
    ),
  ),
  joining('WRK-05', 'a composite that takes a failed source for none at all', (_sources, made) => async (scope) => {
    try {
      return await made.forWorker(scope);
    } catch {
      return { kind: 'no-workspace' };
    }
  }),
  wrapping('WRK-06', 'a wrapper that keeps workers by their id', (inner) => {
    const workers = new Map<string, Promise<WorkerRoot>>();
    return (scope) => {
      const worker = workers.get(scope.workerId) ?? inner.forWorker(scope).then((root) => wrapped(root));
      workers.set(scope.workerId, worker);
      return worker;
    };
  }),
  wrapping('WRK-06', 'a wrapper that keeps workers by what is shared with them', (inner) => {
    const workers = new Map<string, Promise<WorkerRoot>>();
    return (scope) => {
      const key = scope.shareIn.join();
      const worker = workers.get(key) ?? inner.forWorker(scope).then((root) => wrapped(root));
      workers.set(key, worker);
      return worker;
    };
  }),
  wrapping(
    'WRK-06',
    'a wrapper whose worker asks what its parent asked',
    (inner) => async (scope) =>
      wrapped(await inner.forWorker(scope), { needsApproval: (tool) => inner.needsApproval(tool) }),
  ),
  wrapping(
    'WRK-06',
    "a wrapper whose worker runs by its parent's inner",
    (inner) => async (scope) => wrapped(await inner.forWorker(scope), { execute: (call) => inner.execute(call) }),
  ),
  wrapping(
    'WRK-06',
    'a wrapper whose worker forgets its own worker',
    (inner) => async (scope) => wrapped(await inner.forWorker(scope), { forWorker: (again) => inner.forWorker(again) }),
  ),
  wrapping(
    'WRK-06',
    'a wrapper that widens the scope of a worker',
    (inner) => async (scope) =>
      wrapped(await inner.forWorker({ ...scope, ceiling: { ...scope.ceiling, allow: ['**'] } })),
  ),
  written('WRK-06', 'forWorker', "a cache that a worker shares with its parent's", {
    subject: (name) => {
      const cachedBy = (inner: ToolExecutor, known: Map<string, unknown>): ToolExecutor => ({
        ...forwarding(inner),
        execute: async (call: ToolCall) => {
          const key = JSON.stringify([call.tool, call.args ?? 'none', call.session ?? 0, call.caller ?? 0]);
          if (!known.has(key)) known.set(key, await inner.execute(call));
          return known.get(key) as never; // an execution: nothing else is put in
        },
        forWorker: async (scope) => {
          const root = await inner.forWorker(scope);
          return root.kind === 'rooted' ? { ...root, executor: cachedBy(root.executor, known) } : root;
        },
      });
      return wrapperSubject({ name, touches: { execute: 'answers' }, wrap: (inner) => cachedBy(inner, new Map()) });
    },
  }),
  joining('CMP-03', 'a composite that gives every source a bare scope', (sources) =>
    joinedBy(sources, { scopeFor: (scope) => bareScope(scope.workerId) }),
  ),
  joining('CMP-03', 'a composite that shares in with its first source only', (sources) =>
    joinedBy(sources, { scopeFor: (scope, index) => (index === 0 ? scope : { ...scope, shareIn: [] }) }),
  ),
  joining('CMP-03', 'a composite that tells the seeds of one source', (sources) =>
    joinedBy(sources, {
      seeds: (roots) => seedsOf(roots.filter(({ kind }) => kind === 'rooted').slice(0, 1)).slice(0, 1),
    }),
  ),
  joining('CMP-03', 'a composite whose worker lacks what has no workspace', (sources) =>
    joinedBy(sources, {
      part: (source, root) => (root.kind === 'rooted' ? [{ ...source, executor: root.executor }] : []),
    }),
  ),
  joining('CMP-03', "a composite whose worker is rooted in its first source's only", (sources) =>
    joinedBy(sources, {
      part: (source, root, index) => [
        root.kind === 'rooted' && index === 0 ? { ...source, executor: root.executor } : source,
      ],
    }),
  ),
  joining('CMP-03', "a composite whose worker decides by its parent's sources", (_sources, made) => async (scope) => {
    const root = await made.forWorker(scope);
    return root.kind === 'rooted' ? { ...root, executor: { ...root.executor, preDispatch: made.preDispatch } } : root;
  }),
  joining('CMP-03', 'a composite whose worker delegates from the parent', (_sources, made) => async (scope) => {
    const root = await made.forWorker(scope);
    return root.kind === 'rooted' ? { ...root, executor: { ...root.executor, forWorker: made.forWorker } } : root;
  }),
];

/** A wrapper whose class makes another of its kind for every worker. */
class Delegating {
  readonly #inner: ToolExecutor;

  constructor(inner: ToolExecutor) {
    this.#inner = inner;
  }

  async forWorker(scope: WorkerScope): Promise<WorkerRoot> {
    const root = await this.#inner.forWorker(scope);
    if (root.kind !== 'rooted') return root;
    const made = new Delegating(root.executor);
    const executor = { ...forwarding(root.executor), forWorker: made.forWorker.bind(made) };
    return { kind: 'rooted', executor, seeded: [...root.seeded] };
  }
}

/** Right ones, in other styles. */
export const workerTwins: readonly Subject[] = [
  wrapperSubject({
    name: 'a layer that is stricter with workers',
    layer: layer('stricter-with-workers', { preDispatch: 'tightens' }, (inner, scope) => ({
      preDispatch: (call) =>
        scope === undefined ? inner.preDispatch(call) : tighten(call, requireApproval('a worker asks'), inner),
    })),
  }),
  handmade('a class that delegates', {}, (inner) => {
    const made = new Delegating(inner);
    return { forWorker: (scope) => made.forWorker(scope) };
  }),
  handmade('a chain of promises around a worker', {}, (inner) => ({
    forWorker: (scope) => inner.forWorker(scope).then((root) => wrapped(root)),
  })),
  compositeSubject({
    name: 'a composite that asks all its sources at once, and names their workers after them',
    create: (sources) => {
      const made = (own: readonly CompositeSource[]): ToolExecutor => ({
        ...composite(own),
        forWorker: async (scope) => {
          const roots = await Promise.all(
            own.map(({ executor, name }) => executor.forWorker({ ...scope, workerId: `${name}.${scope.workerId}` })),
          );
          const refused = roots.find((root) => root.kind === 'refused');
          if (refused !== undefined) return refused;
          if (roots.every((root) => root.kind === 'no-workspace')) return { kind: 'no-workspace' };
          const executor = made(
            own.map((source, index) => {
              const root = roots[index];
              return root?.kind === 'rooted' ? { ...source, executor: root.executor } : source;
            }),
          );
          return { kind: 'rooted', executor, seeded: seedsOf(roots) };
        },
      });
      return made(sources);
    },
  }),
];
