import type { ToolSpec } from '@pawl/core';
import { handoffToolName } from '../message/reserved-tools.js';
import type { HandoffDescriptor } from './handoff-descriptor.js';

const line = ({ agent, description }: HandoffDescriptor): string =>
  description === undefined ? `- ${agent}` : `- ${agent}: ${description}`;

/** The tool that hands off, as the model is told about it. */
export const handoffSpec = (handoffs: readonly HandoffDescriptor[]): ToolSpec => ({
  name: handoffToolName,
  title: 'Hand off the conversation',
  description: [
    'Leaves the conversation to another agent. No other call beside it runs. Agents:',
    ...handoffs.map(line),
  ].join('\n'),
  inputSchema: {
    type: 'object',
    properties: {
      agent: { type: 'string', enum: handoffs.map(({ agent }) => agent) },
      reason: { type: 'string' },
      context: { description: 'What the other agent should know.' },
    },
    required: ['agent'],
    additionalProperties: false,
  },
});
