import {
  defineExecutor,
  type ShareInCeiling,
  ShareInError,
  type ShareInErrorDetail,
  type ToolExecutor,
  unknownTool,
  type WorkerRoot,
  type WorkerScope,
} from '@pawl/core';
import type { FilesHook } from '../subject/subject.js';

/** Where a workspace can go wrong. */
export type WorkspaceFault =
  | 'shares-files'
  | 'copies-all'
  | 'writes-through'
  | 'siblings-share'
  | 'flattens'
  | 'skips-missing'
  | 'ignores-pattern'
  | 'ignores-count'
  | 'ignores-bytes'
  | 'truncates'
  | 'follows-out'
  | 'no-workspace';

const matches = (pattern: string, path: string): boolean => {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '\u0000')
    .replaceAll('**', '\u0001')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '(?:.*/)?')
    .replaceAll('\u0001', '.*');
  return new RegExp(`^${source}$`).test(path);
};

const refuse = (detail: ShareInErrorDetail): WorkerRoot => ({ kind: 'refused', error: new ShareInError(detail) });

/** The files to copy, or why none is. */
const selected = (
  files: ReadonlyMap<string, string>,
  scope: WorkerScope,
  faults: ReadonlySet<WorkspaceFault>,
): readonly string[] | WorkerRoot => {
  const paths: string[] = [];
  const { allow, maxFiles, maxBytes }: ShareInCeiling = scope.ceiling;
  for (const asked of scope.shareIn) {
    if (asked.split('/').includes('..')) {
      if (faults.has('follows-out')) continue;
      return refuse({ code: 'escapes', path: asked, reason: 'it has ..' });
    }
    const found = [...files.keys()].filter((path) => path === asked || path.startsWith(`${asked}/`));
    if (found.length === 0 && !faults.has('skips-missing')) return refuse({ code: 'not-found', path: asked });
    paths.push(...found);
  }
  const outside = paths.find((path) => !allow.some((pattern) => matches(pattern, path)));
  if (outside !== undefined && !faults.has('ignores-pattern'))
    return refuse({ code: 'outside-ceiling', path: outside });
  if (paths.length > maxFiles) {
    if (faults.has('truncates')) return paths.slice(0, maxFiles);
    if (!faults.has('ignores-count')) return refuse({ code: 'too-many-files', found: paths.length, limit: maxFiles });
  }
  const bytes = paths.reduce((sum, path) => sum + (files.get(path)?.length ?? 0), 0);
  if (bytes > maxBytes && !faults.has('ignores-bytes'))
    return refuse({ code: 'too-many-bytes', found: bytes, limit: maxBytes });
  return paths;
};

const stores = new WeakMap<ToolExecutor, Map<string, string>>();

/** A correct workspace in memory, for mutants to be made of; `missing` breaks it. */
export const workspaceOf = (
  missing: readonly WorkspaceFault[] = [],
  files: Map<string, string> = new Map(),
): ToolExecutor => {
  const faults = new Set(missing);
  const sibling = new Map<string, string>();
  const executor = defineExecutor({
    execute: async ({ tool }) => {
      throw unknownTool(tool);
    },
    forWorker: async (scope) => {
      if (faults.has('no-workspace')) return { kind: 'no-workspace' };
      if (faults.has('shares-files')) return { kind: 'rooted', executor: workspaceOf(missing, files), seeded: [] };
      const paths = selected(files, scope, faults);
      if ('kind' in paths) return paths;
      const own = faults.has('siblings-share')
        ? sibling
        : new Map<string, string>(faults.has('copies-all') ? files : []);
      for (const path of paths)
        own.set(faults.has('flattens') ? (path.split('/').at(-1) ?? path) : path, files.get(path) ?? '');
      const worker = workspaceOf(missing, own);
      if (faults.has('writes-through')) stores.set(worker, linked(own, files));
      return { kind: 'rooted', executor: worker, seeded: [...paths] };
    },
  });
  stores.set(executor, files);
  return executor;
};

/** A map whose writes reach the parent's too. */
const linked = (own: Map<string, string>, parent: Map<string, string>): Map<string, string> => {
  const both = new Map(own);
  const set = both.set.bind(both);
  both.set = (path, text) => {
    parent.set(path, text);
    return set(path, text);
  };
  return both;
};

/** How the kit reaches the files of a workspace in memory. */
export const workspaceFiles: FilesHook = {
  write: async (executor, path, text) => {
    stores.get(executor)?.set(path, text);
  },
  read: async (executor, path) => stores.get(executor)?.get(path),
};
