import type { JSONRPCMessage } from '@modelcontextprotocol/client';

const isMessage = (value: unknown): value is JSONRPCMessage =>
  typeof value === 'object' &&
  value !== null &&
  Reflect.get(value, 'jsonrpc') === '2.0' &&
  ['id', 'method'].some((member) => Object.hasOwn(value, member));

/**
 * The JSON-RPC messages of a line: one, several for a batch, none for a line that is something else.
 *
 * Nothing is dug out of a line that is not JSON as a whole. A server that logs what it reads would otherwise let the text
 * of one result pass for the answer to another call.
 */
export const readMessages = (line: string): readonly JSONRPCMessage[] => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [];
  }
  return (Array.isArray(value) ? value : [value]).filter(isMessage);
};
