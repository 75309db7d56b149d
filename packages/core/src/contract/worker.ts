import type { ShareInError } from './share-in-error.js';
import type { ToolExecutor } from './tool-executor.js';

/** What of the parent's files a worker may be given a copy of. The default is closed: nothing. */
export interface ShareInCeiling {
  /** Globs over file paths relative to the parent's root; a file must match at least one. */
  readonly allow: readonly string[];
  readonly maxFiles: number;
  readonly maxBytes: number;
}

/** Whom an executor is re-rooted for. */
export interface WorkerScope {
  /** The id of the delegating call; unique, and no path: an executor must not let it leave its root. */
  readonly workerId: string;
  /** Literal paths, relative to the parent's root, of files or directories to copy to the same place. */
  readonly shareIn: readonly string[];
  readonly ceiling: ShareInCeiling;
}

/** What `forWorker` answers. */
export type WorkerRoot =
  /** There is nothing to re-root; the caller may use the shared executor. */
  | { readonly kind: 'no-workspace' }
  /** `executor` is the worker's own; `seeded` are the paths that were copied, in the order of copying. */
  | { readonly kind: 'rooted'; readonly executor: ToolExecutor; readonly seeded: readonly string[] }
  /** The delegation fails; the caller never falls back to the shared executor. */
  | { readonly kind: 'refused'; readonly error: ShareInError };

/** A scope that seeds nothing. */
export const bareScope = (workerId: string): WorkerScope => ({
  workerId,
  shareIn: [],
  ceiling: { allow: [], maxFiles: 0, maxBytes: 0 },
});
