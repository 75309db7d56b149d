import { ALL } from '../capability/capability-set.js';
import { ShareInError } from '../contract/share-in-error.js';
import { type ExecutorMember, executorMembers, type ToolExecutor } from '../contract/tool-executor.js';
import { ToolFailure } from '../contract/tool-failure.js';
import type { ToolSpec } from '../contract/tool-spec.js';
import type { WorkerRoot } from '../contract/worker.js';
import { allow, requireApproval } from '../decision/decisions.js';
import { markBound } from '../layer/bind.js';
import { specsByName } from './specs-by-name.js';
import { unknownTool } from './unknown-tool.js';

/** Any members of the contract, and a word on the workspace. */
export type ExecutorParts = Partial<ToolExecutor> & {
  /** `'none'`: there are no files to re-root, so a worker may use the shared executor. Excludes `forWorker`. */
  readonly workspace?: 'none';
};

const noSpecs: readonly ToolSpec[] = Object.freeze([]);

const refusedWorker: WorkerRoot = Object.freeze({
  kind: 'refused',
  error: new ShareInError({
    code: 'undeclared',
    reason:
      "this executor does not say whether it owns a workspace, so it takes no worker: give defineExecutor `workspace: 'none'` or a `forWorker`",
  }),
});

const failClosed = (self: () => ToolExecutor, workspace: 'none' | undefined): ToolExecutor => {
  const spec = (tool: string): ToolSpec | undefined => specsByName(self().specs()).get(tool);
  return {
    specs: () => noSpecs,
    onSpecsChange: () => () => {},
    owns: (tool) => spec(tool) !== undefined,
    needsApproval: (tool) => spec(tool)?.annotations?.readOnlyHint !== true,
    cacheableApproval: (tool) => spec(tool)?.cacheableApproval === true,
    requiredCapabilities: () => ALL,
    ingestsUntrustedContent: (tool) => spec(tool)?.annotations?.openWorldHint !== false,
    preDispatch: async (call) =>
      self().needsApproval(call.tool) ? requireApproval(`${call.tool} needs a person's approval`) : allow(),
    sandboxWouldDeny: async () => false,
    recoverUnadvertised: async () => noSpecs,
    execute: async ({ tool }) => {
      throw unknownTool(tool);
    },
    executeStream: async ({ tool }) => {
      throw new ToolFailure(`${JSON.stringify(tool)} cannot stream its result: call it without a stream`, {
        code: 'unsupported',
        outcome: 'not-started',
      });
    },
    postDispatch: async (_call, outcome) => outcome,
    forWorker: async () => (workspace === 'none' ? { kind: 'no-workspace' } : refusedWorker),
  };
};

/**
 * An executor from a part of the contract. Whatever is left out fails closed: it asks, requires everything, taints, and
 * takes no worker. Members may use `this` for the other parts.
 *
 * @throws {TypeError} for a part that is not a function, or `workspace` beside `forWorker`.
 * @example
 * ```ts
 * const clock = defineExecutor({
 *   workspace: 'none',
 *   specs: () => specs,
 *   execute: async () => ({ output: new Date().toISOString() }),
 * });
 * ```
 */
export const defineExecutor = (parts: ExecutorParts): ToolExecutor => {
  const { workspace } = parts;
  if (workspace !== undefined && workspace !== 'none') {
    throw new TypeError(`defineExecutor: \`workspace\` is 'none' or left out, not ${JSON.stringify(workspace)}`);
  }
  if (workspace !== undefined && parts.forWorker !== undefined) {
    throw new TypeError("defineExecutor: give `workspace: 'none'` or `forWorker`, not both");
  }
  const executor: { [M in ExecutorMember]: ToolExecutor[M] } = failClosed(() => executor, workspace);
  for (const member of executorMembers) {
    const part: unknown = parts[member];
    if (part === undefined) continue;
    if (typeof part !== 'function') throw new TypeError(`defineExecutor: \`${member}\` must be a function`);
    Object.assign(executor, { [member]: part.bind(parts) });
  }
  return markBound(Object.freeze(executor));
};
