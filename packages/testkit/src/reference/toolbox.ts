import {
  defineExecutor,
  type ExecutorParts,
  type ToolCall,
  type ToolExecutor,
  type ToolSpec,
  unknownTool,
} from '@pawl/core';

const specs: readonly ToolSpec[] = Object.freeze([
  {
    name: 'read_file',
    description: 'reads',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  { name: 'write_file', description: 'writes', inputSchema: { type: 'object' }, cacheableApproval: true },
]);

/** A correct executor of two tools, for mutants to be made of; `parts` replace its members. */
export const toolbox = (parts: ExecutorParts = {}): ToolExecutor =>
  defineExecutor({
    ...(parts.forWorker === undefined ? { workspace: 'none' as const } : {}),
    specs: () => specs,
    execute: async (call: ToolCall) => {
      if (!specs.some(({ name }) => name === call.tool)) throw unknownTool(call.tool);
      return { output: { ran: call.tool } };
    },
    ...parts,
  });
