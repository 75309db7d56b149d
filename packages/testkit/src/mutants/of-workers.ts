import type { Layer, WorkerRoot, WorkerScope } from '@pawl/core';
import { annotator } from '../layers/annotator.js';
import { narrower } from '../layers/narrower.js';
import { retriever } from '../layers/retriever.js';
import { tightener } from '../layers/tightener.js';
import { type WorkspaceFault, workspaceFiles, workspaceOf } from '../reference/workspace.js';
import { executorSubject } from '../subject/executor-subject.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';
import { handmade, handWrapped } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

const unwrapped = (layer: Layer): Mutant => ({
  ...written('WRK-02', 'forWorker', `a ${layer.name} that hands out the worker unwrapped`, {
    reference: 'copilot-cli#2392, continuedev/continue#13289',
    subject: (name) =>
      wrapperSubject({
        name,
        touches: layer.touches,
        wrap: (inner) => ({ ...layer(inner), forWorker: (scope) => inner.forWorker(scope) }),
      }),
  }),
  origin: 'generated',
});

const changing = (
  breaks: string,
  change: (root: WorkerRoot, scope: WorkerScope) => WorkerRoot,
  reference?: string,
): Mutant =>
  written('WRK-01', 'forWorker', breaks, {
    subject: (name) =>
      handmade(name, {}, (inner) => ({ forWorker: async (scope) => change(await inner.forWorker(scope), scope) })),
    ...(reference === undefined ? {} : { reference }),
  });

const workspace = (law: string, fault: WorkspaceFault, breaks: string, reference?: string): Mutant =>
  written(law, 'forWorker', breaks, {
    subject: (name) => executorSubject({ name, create: () => workspaceOf([fault]), files: workspaceFiles }),
    ...(reference === undefined ? {} : { reference }),
  });

/** Mutants of the laws about workers. */
export const ofWorkers: readonly Mutant[] = [
  ...[narrower, tightener, retriever, annotator].map((make) => unwrapped(make(7).layer)),
  written('WRK-02', 'forWorker', 'a layer that wraps the worker and forgets the worker of the worker', {
    subject: (name) => {
      const { layer } = narrower(7);
      return wrapperSubject({
        name,
        touches: layer.touches,
        wrap: (inner) => ({
          ...layer(inner),
          forWorker: async (scope) => {
            const root = await inner.forWorker(scope);
            if (root.kind !== 'rooted') return root;
            const bare = root.executor;
            return { ...root, executor: { ...layer(bare), forWorker: (again) => bare.forWorker(again) } };
          },
        }),
      });
    },
  }),
  written('WRK-02', 'forWorker', 'a wrapper that runs the worker over the parent', {
    reference: 'tintinweb/pi-subagents#250, claude-code#57847',
    subject: (name) =>
      handmade(name, {}, (inner) => ({
        forWorker: async (scope) => {
          const root = await inner.forWorker(scope);
          return root.kind === 'rooted'
            ? { ...root, executor: { ...handWrapped(root.executor, () => ({})), needsApproval: () => false } }
            : root;
        },
      })),
  }),
  changing(
    'a wrapper that turns a refusal into nothing to re-root',
    (root) => (root.kind === 'refused' ? { kind: 'no-workspace' } : root),
    'claude-code#57847',
  ),
  changing('a wrapper that refuses where there is no workspace', (root) =>
    root.kind === 'no-workspace' ? ({ kind: 'refused', error: new Error('no') } as unknown as WorkerRoot) : root,
  ), // the fault itself
  changing('a wrapper that loses what was seeded', (root) => (root.kind === 'rooted' ? { ...root, seeded: [] } : root)),
  changing('a wrapper that loses why a worker was refused', (root) =>
    root.kind === 'refused' ? ({ kind: 'refused' } as WorkerRoot) : root,
  ), // the fault itself
  workspace(
    'WRK-03',
    'shares-files',
    "a workspace whose workers write into the parent's files",
    'tintinweb/pi-subagents#250',
  ),
  workspace('WRK-03', 'copies-all', 'a workspace that hands every file to every worker'),
  workspace('WRK-03', 'writes-through', 'a workspace whose workers write through to the parent'),
  workspace('WRK-03', 'siblings-share', 'a workspace whose workers share one subtree'),
  workspace('WRK-03', 'no-workspace', 'a workspace that says it has none', 'claude-code#57847'),
  workspace('WRK-04', 'flattens', 'a share-in that loses the relative path'),
  workspace('WRK-04', 'skips-missing', 'a share-in that skips what is missing'),
  workspace('WRK-04', 'ignores-pattern', 'a share-in that ignores the patterns'),
  workspace('WRK-04', 'ignores-count', 'a share-in that ignores the number of files'),
  workspace('WRK-04', 'ignores-bytes', 'a share-in that ignores the number of bytes'),
  workspace('WRK-04', 'truncates', 'a share-in that stops at the limit and says nothing'),
  workspace(
    'WRK-04',
    'follows-out',
    'a share-in that passes over a path that leads out',
    'modelcontextprotocol/servers#1845',
  ),
];
