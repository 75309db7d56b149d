import type { ToolExecutor } from '@pawl/core';
import { openRoot } from '../fence/open-root.js';
import { executorOver } from './executor-over.js';
import { checkOptions, type WorkspaceOptions } from './options.js';

/**
 * Files and a shell in one directory, fenced: `file_read`, `file_write`, `file_edit`, `glob`, `grep`, `shell_exec`.
 *
 * A worker gets a subtree of its own, which no other executor made here sees or changes.
 *
 * @throws {TypeError} for a root that is no absolute path of a directory, and for options that are unknown or not possible.
 * @throws {RangeError} for a limit that is no whole number above 0.
 * @example
 * ```ts
 * const files = workspace({ root: '/srv/agents/conversation-7' });
 * await dispatch(files, { id: 'call-1', tool: 'file_read', args: { path: 'notes.md' } });
 * ```
 */
export const workspace = (options: WorkspaceOptions): ToolExecutor => {
  checkOptions(options);
  return executorOver(openRoot(options.root), options);
};
