import type { AssistantMessage, ProposedCall } from '../message/message.js';

const freshId = (id: string, used: ReadonlySet<string>): string => {
  let number = 2;
  while (used.has(`${id}#${number}`)) number++;
  return `${id}#${number}`;
};

/** Gives a call whose id was used before another one, and says so in it: it will not run. */
export const acceptMessage = (message: AssistantMessage, used: Set<string>): AssistantMessage => {
  if (message.toolCalls === undefined) return message;
  const accept = (call: ProposedCall): ProposedCall => {
    const id = used.has(call.id) ? freshId(call.id, used) : call.id;
    used.add(id);
    return id === call.id ? call : { ...call, id, duplicateOf: call.id };
  };
  return { ...message, toolCalls: message.toolCalls.map(accept) };
};
