import { rm } from 'node:fs/promises';
import { openRoot } from '../fence/open-root.js';
import { findWorkers } from './subtrees.js';

/**
 * Removes a worker's subtree with everything in it, links themselves and not what they lead to. Whether there was one is not
 * told apart. End the worker first.
 *
 * @throws {TypeError} for a name that is not one that `workerSubtrees` lists.
 */
export const removeWorkerSubtree = async (root: string, directory: string): Promise<void> => {
  if (!/^[a-z0-9_=%~-]+$/.test(directory)) {
    throw new TypeError(`${JSON.stringify(directory)} is no worker's directory: take one that workerSubtrees() lists`);
  }
  const workers = findWorkers(openRoot(root));
  if (workers === undefined) return;
  try {
    await rm(workers.at(directory), { recursive: true, force: true });
  } finally {
    workers.close();
  }
};
