/**
 * Files and a shell in a fenced directory, and a subtree of its own for every worker.
 *
 * @packageDocumentation
 */
export type { ShellOptions } from './shell/shell-options.js';
export { removeWorkerSubtree } from './workers/remove-worker-subtree.js';
export { type WorkerSubtree, workerSubtrees } from './workers/worker-subtrees.js';
export type { WorkspaceLimits } from './workspace/limits.js';
export type { WorkspaceOptions } from './workspace/options.js';
export { workspace } from './workspace/workspace.js';
