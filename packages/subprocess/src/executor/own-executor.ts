import { ALL, defineExecutor, type ToolExecutor, ToolFailure, type ToolSpec, unknownTool } from '@pawl/core';
import { executeCall, streamCall } from '../call/index.js';
import { specsOf } from './check-options.js';
import type { OpenProgram } from './open-program.js';
import type { SubprocessWorkspace } from './options.js';

interface Owner {
  readonly spec: ToolSpec;
  readonly program: OpenProgram;
}

const workspaceParts = (workspace: SubprocessWorkspace | undefined): Parameters<typeof defineExecutor>[0] => {
  if (workspace === undefined) return {};
  return workspace === 'none' ? { workspace } : { forWorker: workspace };
};

/** The executor of the programs alone. What the operator does not say fails closed, as `defineExecutor` has it. */
export const ownExecutor = (
  programs: readonly OpenProgram[],
  workspace: SubprocessWorkspace | undefined,
): ToolExecutor => {
  const owners = new Map<string, Owner>();
  for (const program of programs) for (const spec of specsOf(program.tool)) owners.set(spec.name, { spec, program });
  const specs = Object.freeze([...owners.values()].map(({ spec }) => spec));
  return defineExecutor({
    ...workspaceParts(workspace),
    specs: () => specs,
    owns: (tool) => owners.has(tool),
    needsApproval: (tool) => {
      const owner = owners.get(tool);
      return owner?.program.tool.needsApproval ?? owner?.spec.annotations?.readOnlyHint !== true;
    },
    requiredCapabilities: (tool) => owners.get(tool)?.program.tool.capabilities ?? ALL,
    execute: async (call) => {
      const owner = owners.get(call.tool);
      if (owner === undefined) throw unknownTool(call.tool);
      return executeCall(call, owner.program.running);
    },
    executeStream: async (call) => {
      const owner = owners.get(call.tool);
      if (owner === undefined) throw unknownTool(call.tool);
      if (owner.program.tool.stream === true) return streamCall(call, owner.program.running);
      throw new ToolFailure(
        `${call.tool} cannot stream its result: call it without a stream, or set \`stream: true\` if its program can`,
        { code: 'unsupported', outcome: 'not-started' },
      );
    },
  });
};
