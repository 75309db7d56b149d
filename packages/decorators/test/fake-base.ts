import {
  allow,
  type CapabilitySet,
  capabilities,
  defineExecutor,
  type ExecutorParts,
  requireApproval,
  type ToolExecutor,
  type ToolSpec,
  unknownTool,
} from '@pawl/core';

/** A spec with just what a test is about. */
export const spec = (name: string, more: Partial<ToolSpec> = {}): ToolSpec => ({
  name,
  description: `The tool ${name}.`,
  inputSchema: { type: 'object' },
  ...more,
});

/** An executor that runs every tool it lists by echoing its arguments, and answers the opposite of the defaults. */
export const echo = (specs: readonly ToolSpec[], parts: ExecutorParts = {}): ToolExecutor => {
  const owned = new Set(specs.map(({ name }) => name));
  const known = <T>(tool: string, yes: T, no: T): T => (owned.has(tool) ? yes : no);
  const needs: CapabilitySet = capabilities('local-read');
  return defineExecutor({
    specs: () => specs,
    owns: (tool) => owned.has(tool),
    needsApproval: (tool) => known(tool, false, true),
    cacheableApproval: (tool) => known(tool, true, false),
    requiredCapabilities: (tool) => known<CapabilitySet>(tool, needs, capabilities('grant-admin')),
    ingestsUntrustedContent: (tool) => known(tool, false, true),
    preDispatch: async (call) => (owned.has(call.tool) ? allow() : requireApproval('unknown')),
    execute: async (call) => {
      if (!owned.has(call.tool)) throw unknownTool(call.tool);
      return { output: { ran: call.tool, args: call.args ?? null } };
    },
    executeStream: async (call) => {
      if (!owned.has(call.tool)) throw unknownTool(call.tool);
      return (async function* () {
        yield { kind: 'data' as const, data: call.args ?? null };
        yield { kind: 'done' as const };
      })();
    },
    ...parts,
  });
};
