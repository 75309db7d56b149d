import { rm } from 'node:fs/promises';
import { ShareInError, type WorkerScope } from '@pawl/core';
import { hasHalfSurrogate } from '../fence/has-half-surrogate.js';
import type { Root } from '../fence/open-root.js';
import { asShareInError } from './as-share-in-error.js';
import { copyShareIn } from './copy-share-in.js';
import { openCeiling } from './open-ceiling.js';
import { planShareIn, type ShareInPlan } from './plan-share-in.js';
import { makeSubtree, pinWorkers, workersPath } from './subtrees.js';

/** A worker's own subtree, with everything in it that was shared. */
export interface WorkerSubtreeRoot {
  /** Absolute. */
  readonly path: string;
  readonly seeded: readonly string[];
}

const fill = async (root: Root, scope: WorkerScope, plan: ShareInPlan): Promise<string> => {
  const workers = pinWorkers(root);
  try {
    const name = makeSubtree(workers, scope.workerId);
    try {
      const subtree = root.pins.pin(workers.at(name));
      try {
        const bytes = await copyShareIn(root, plan, subtree);
        openCeiling(scope.ceiling).checkTotals(plan.files.length, bytes);
      } finally {
        subtree.close();
      }
      return name;
    } catch (error) {
      await rm(workers.at(name), { recursive: true, force: true });
      throw error;
    }
  } finally {
    workers.close();
  }
};

/**
 * Prepares a worker's subtree: everything that its scope shares in, or nothing at all.
 *
 * @throws {ShareInError}
 */
export const rootWorker = async (root: Root, scope: WorkerScope): Promise<WorkerSubtreeRoot> => {
  const { workerId } = scope;
  if (typeof workerId !== 'string' || workerId === '' || hasHalfSurrogate(workerId)) {
    throw new ShareInError({ code: 'io', path: '.', reason: 'the worker id must be a string that is not empty' });
  }
  try {
    const plan = await planShareIn(root, scope);
    const name = await fill(root, scope, plan);
    return { path: `${root.path}/${workersPath}/${name}`, seeded: plan.files.map((parts) => parts.join('/')) };
  } catch (error) {
    throw asShareInError('.', error);
  }
};
