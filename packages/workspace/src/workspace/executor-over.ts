import {
  ALL,
  defineExecutor,
  isToolFailure,
  type ShareInError,
  systemClock,
  type ToolExecutor,
  ToolFailure,
  type ToolSpec,
  unknownTool,
} from '@pawl/core';
import { openRoot, type Root } from '../fence/open-root.js';
import { createLedger } from '../files/ledger.js';
import { createPathLocks } from '../files/path-locks.js';
import { shellSettings } from '../shell/shell-options.js';
import type { ToolSetting, WorkspaceTool } from '../tools/tool.js';
import { toolNamed, workspaceTools } from '../tools/workspace-tools.js';
import { rootWorker } from '../workers/root-worker.js';
import { fenceWouldDeny } from './fence-would-deny.js';
import { limitsWith } from './limits.js';
import type { WorkspaceOptions } from './options.js';

const settingOf = (root: Root, options: Omit<WorkspaceOptions, 'root'>): ToolSetting => ({
  root,
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

/** The executor over a root that is open, with everything in it new. */
export const executorOver = (root: Root, options: Omit<WorkspaceOptions, 'root'>): ToolExecutor => {
  const setting = settingOf(root, options);
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
        const { path, seeded } = await rootWorker(root, scope);
        return { kind: 'rooted', executor: executorOver(openRoot(path, root.pins), options), seeded };
      } catch (error) {
        // rootWorker throws nothing else.
        return { kind: 'refused', error: error as ShareInError };
      }
    },
  });
};
