import {
  allow,
  type CapabilitySet,
  capabilities,
  defineExecutor,
  type ExecutorParts,
  type JsonValue,
  requireApproval,
  type ToolAnnotations,
  type ToolCall,
  type ToolExecutor,
  type ToolSpec,
} from '@pawl/core';

export const spec = (name: string, more: Partial<ToolSpec> = {}): ToolSpec => ({
  name,
  description: `The tool ${name}`,
  inputSchema: { type: 'object' },
  ...more,
  annotations: { openWorldHint: false, ...more.annotations },
});

export interface Recorded {
  readonly executor: ToolExecutor;
  /** Every call that reached a tool. */
  readonly ran: ToolCall[];
}

/** Needs: `free` runs, `ask…` asks, `web` taints, `send` needs egress, `idem` asks nobody and may be repeated. */
export const tools = (
  parts: ExecutorParts = {},
  output: (call: ToolCall) => JsonValue = ({ id }) => `did ${id}`,
): Recorded => {
  const ran: ToolCall[] = [];
  const named = (name: string, annotations: ToolAnnotations = {}, more: Partial<ToolSpec> = {}): ToolSpec =>
    spec(name, { annotations, ...more });
  const specs = [
    named('free'),
    named('other'),
    named('ask'),
    named('ask-cacheable', {}, { cacheableApproval: true }),
    named('web', { openWorldHint: true }),
    named('send'),
    named('idem', { idempotentHint: true }),
    named('look', { readOnlyHint: true }),
  ];
  const required = (tool: string): CapabilitySet =>
    tool === 'send' ? capabilities('arbitrary-egress') : capabilities('local-read');
  const executor = defineExecutor({
    workspace: 'none',
    specs: () => specs,
    needsApproval: (tool) => tool.startsWith('ask'),
    requiredCapabilities: required,
    preDispatch: async ({ tool }) => (tool.startsWith('ask') ? requireApproval(`${tool} asks`) : allow()),
    execute: async (call) => {
      ran.push(call);
      return { output: output(call) };
    },
    ...parts,
  });
  return { executor, ran };
};

/** A call in a script. */
export const call = (id: string, tool: string, args?: JsonValue) => ({
  id,
  tool,
  ...(args === undefined ? {} : { args }),
});

export const user = (text: string) => ({ role: 'user', text }) as const;
