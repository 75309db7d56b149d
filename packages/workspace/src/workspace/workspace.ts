import {
  ALL,
  type Clock,
  defineExecutor,
  isToolFailure,
  type ShareInError,
  systemClock,
  type ToolExecutor,
  ToolFailure,
  type ToolSpec,
  unknownTool,
} from '@pawl/core';
import { openRoot } from '../fence/open-root.js';
import { createLedger } from '../files/ledger.js';
import { createPathLocks } from '../files/path-locks.js';
import { type ShellOptions, shellSettings } from '../shell/shell-options.js';
import type { ToolSetting, WorkspaceTool } from '../tools/tool.js';
import { toolNamed, workspaceTools } from '../tools/workspace-tools.js';
import { rootWorker } from '../workers/root-worker.js';
import { fenceWouldDeny } from './fence-would-deny.js';
import { limitsWith, type WorkspaceLimits } from './limits.js';

/** What a workspace is made of. */
export interface WorkspaceOptions {
  /** The absolute path of the directory that tools may use. It may lie behind links. */
  readonly root: string;
  /** How much a result may hold. Default: see `WorkspaceLimits`. */
  readonly limits?: Partial<WorkspaceLimits>;
  /** How commands run; `'none'` leaves `shell_exec` out. Default: see `ShellOptions`. */
  readonly shell?: ShellOptions | 'none';
  /**
   * Whose text the files hold: `'outside'` makes every result of a tool that shows file names, text or output count as untrusted. Default: `'own'`.
   */
  readonly content?: 'own' | 'outside';
  /** Where deadlines come from. Default: the machine's clock. */
  readonly clock?: Clock;
}

const optionNames = ['root', 'limits', 'shell', 'content', 'clock'];

const checkOptions = (options: WorkspaceOptions): void => {
  for (const name of Object.keys(options)) {
    if (!optionNames.includes(name)) {
      throw new TypeError(`workspace: \`${name}\` is no option: use ${optionNames.join(', ')}`);
    }
  }
  const { content } = options;
  if (content !== undefined && content !== 'own' && content !== 'outside') {
    throw new TypeError(`workspace: \`content\` is 'own' or 'outside', not ${JSON.stringify(content)}`);
  }
};

const settingOf = (options: WorkspaceOptions): ToolSetting => ({
  root: openRoot(options.root),
  ledger: createLedger(),
  lock: createPathLocks(),
  limits: limitsWith(options.limits),
  shell: shellSettings(options.shell === 'none' ? {} : options.shell),
  clock: options.clock ?? systemClock,
});

const specsOf = (tools: readonly WorkspaceTool[], content: 'own' | 'outside'): readonly ToolSpec[] =>
  Object.freeze(
    tools.map(({ spec }) =>
      content === 'own' ? spec : { ...spec, annotations: { ...spec.annotations, openWorldHint: true } },
    ),
  );

const noStream = (tool: string): ToolFailure =>
  new ToolFailure(`${tool} cannot stream its result: call it without a stream`, {
    code: 'unsupported',
    outcome: 'not-started',
  });

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
  const setting = settingOf(options);
  const tools = workspaceTools(options.shell === 'none' ? 'no-shell' : 'shell');
  const specs = specsOf(tools, options.content ?? 'own');
  const find = (tool: string): WorkspaceTool => {
    const found = toolNamed(tools, tool);
    if (found === undefined) throw unknownTool(tool);
    return found;
  };
  return defineExecutor({
    specs: () => specs,
    requiredCapabilities: (tool) => toolNamed(tools, tool)?.capabilities ?? ALL,
    sandboxWouldDeny: async (call) => fenceWouldDeny(call, toolNamed(tools, call.tool), setting),
    execute: async (call) => onlyFailures(call.tool, () => find(call.tool).run(call, setting)),
    executeStream: async (call) => {
      const { stream } = find(call.tool);
      if (stream === undefined) throw noStream(call.tool);
      return onlyFailures(call.tool, async () => stream(call, setting));
    },
    forWorker: async (scope) => {
      try {
        const { path, seeded } = await rootWorker(setting.root, scope);
        return { kind: 'rooted', executor: workspace({ ...options, root: path }), seeded };
      } catch (error) {
        // rootWorker throws nothing else.
        return { kind: 'refused', error: error as ShareInError };
      }
    },
  });
};

const onlyFailures = async <T>(tool: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (isToolFailure(error)) throw error;
    throw new ToolFailure(`${tool} failed for a reason that it did not expect`, {
      code: 'tool-error',
      outcome: 'unknown',
      cause: error,
    });
  }
};
