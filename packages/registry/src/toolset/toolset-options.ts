import { ShareInError, type WorkerRoot, type WorkerScope } from '@pawl/core';
import { isToolOrigin, type ToolOrigin, toolOrigins } from '../registry/tool-origin.js';

/** What `toolset` takes beside the tools. */
export interface ToolsetOptions {
  /** `'none'`: the functions keep no files, so a worker may use the same ones. Excludes `forWorker`. Default: not said. */
  readonly workspace?: 'none';
  /** Makes the worker's own. Default: every worker is refused, unless `workspace` says that there is nothing to re-root. */
  readonly forWorker?: (scope: WorkerScope) => Promise<WorkerRoot>;
  /** Where the functions come from, for tools that do not state their `capabilities`. Default: they require everything. */
  readonly origin?: ToolOrigin;
}

const undeclared: WorkerRoot = Object.freeze({
  kind: 'refused',
  error: new ShareInError({
    code: 'undeclared',
    reason:
      "this toolset does not say whether its functions keep files, so it takes no worker: give toolset `workspace: 'none'` or a `forWorker`",
  }),
});

/** @throws {TypeError} for an option that is wrong. */
export const checkToolsetOptions = ({ workspace, forWorker, origin }: ToolsetOptions): void => {
  if (workspace !== undefined && workspace !== 'none') {
    throw new TypeError(`toolset: \`workspace\` is 'none' or left out, not ${JSON.stringify(workspace)}`);
  }
  if (forWorker !== undefined && typeof forWorker !== 'function') {
    throw new TypeError('toolset: `forWorker` must be a function');
  }
  if (workspace !== undefined && forWorker !== undefined) {
    throw new TypeError("toolset: give `workspace: 'none'` or `forWorker`, not both");
  }
  if (origin !== undefined && !isToolOrigin(origin)) {
    throw new TypeError(`toolset: \`origin\` is one of ${toolOrigins.join(', ')}, not ${JSON.stringify(origin)}`);
  }
};

/** What the options say of workers. */
export const workerRootOf = ({ workspace, forWorker }: ToolsetOptions): ((scope: WorkerScope) => Promise<WorkerRoot>) =>
  forWorker ?? (async () => (workspace === 'none' ? { kind: 'no-workspace' } : undeclared));
