import { readdirSync } from 'node:fs';
import { openRoot } from '../fence/open-root.js';
import { findWorkers } from './subtrees.js';
import { workerIdOf } from './worker-directory.js';

/** A worker's subtree that lies in a root. */
export interface WorkerSubtree {
  /** Its name, which `removeWorkerSubtree` takes. */
  readonly directory: string;
  /** The worker's id; `undefined` where it was too long to be a name. */
  readonly workerId: string | undefined;
}

/**
 * Lists the workers' subtrees in a root, sorted by name: those of running workers, and those that were left over.
 *
 * @throws {TypeError} for what is no absolute path of a directory.
 * @example
 * ```ts
 * for (const { directory } of workerSubtrees(root)) await removeWorkerSubtree(root, directory);
 * ```
 */
export const workerSubtrees = (root: string): readonly WorkerSubtree[] => {
  const workers = findWorkers(openRoot(root));
  if (workers === undefined) return [];
  try {
    return readdirSync(workers.self, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => ({ directory: name, workerId: workerIdOf(name) }))
      .sort((a, b) => (a.directory < b.directory ? -1 : 1));
  } finally {
    workers.close();
  }
};
