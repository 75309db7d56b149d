import type { ToolSpec } from '@pawl/core';
import { delegateToolName } from '../message/reserved-tools.js';
import type { DelegateDescriptor } from './delegate-descriptor.js';

const line = ({ agent, description }: DelegateDescriptor): string =>
  description === undefined ? `- ${agent}` : `- ${agent}: ${description}`;

/** The tool that delegates, as the model is told about it. */
export const delegateSpec = (delegates: readonly DelegateDescriptor[]): ToolSpec => ({
  name: delegateToolName,
  title: 'Delegate a task',
  description: [
    'Gives a task to another agent, which works on it alone and answers. It sees nothing of this conversation but the task and the context that you write. Agents:',
    ...delegates.map(line),
  ].join('\n'),
  inputSchema: {
    type: 'object',
    properties: {
      agent: { type: 'string', enum: delegates.map(({ agent }) => agent) },
      task: { type: 'string', description: 'What to do, complete in itself.' },
      context: { type: 'string', description: 'What the agent needs to know beside the task.' },
      share_in: {
        type: 'array',
        items: { type: 'string' },
        description: 'Paths of files or directories in your workspace to give the agent a copy of.',
      },
    },
    required: ['agent', 'task'],
    additionalProperties: false,
  },
});
