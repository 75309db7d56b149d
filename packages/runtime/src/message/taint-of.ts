import { strictAnswer, type Taint, type ToolExecutor } from '@pawl/core';
import type { Message, ToolMessage } from './message.js';
import { isReservedTool } from './reserved-tools.js';

const hasContent = ({ status, outcome }: ToolMessage): boolean =>
  status === 'executed' || (status === 'failed' && outcome !== 'not-started');

/**
 * Whether untrusted content is in a transcript: a message that is marked, or the result of a tool of which the executor
 * says, now, that it ingests such content. A result that does not say whether it is trusted is not.
 */
export const taintOf = (messages: readonly Message[], executor: ToolExecutor): Taint => {
  const asked = new Map<string, boolean>();
  const ingests = (tool: string): boolean => {
    const known = asked.get(tool);
    if (known !== undefined) return known;
    const answer = strictAnswer(executor, 'ingestsUntrustedContent', tool);
    asked.set(tool, answer);
    return answer;
  };
  const taints = (message: Message): boolean => {
    if (message.role !== 'tool') return message.untrusted === true;
    if (message.untrusted !== false) return true;
    return hasContent(message) && !isReservedTool(message.tool) && ingests(message.tool);
  };
  return messages.some(taints) ? 'tainted' : 'clean';
};
