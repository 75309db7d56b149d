import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

/** A transport of ours: it also says how the connection ended. */
export interface Connection extends Transport {
  /** How the connection ended, as the end of "the server …"; `undefined` while it stands. */
  readonly ended: string | undefined;
  /** The last of what the server wrote to stderr; empty where there is none. */
  readonly stderrTail: string;
  /** Ends everything that the connection owns. May be called again. */
  close(): Promise<void>;
}

/** A message that expects an answer. */
export const isRequest = (message: JSONRPCMessage): message is JSONRPCMessage & { id: string | number } =>
  'method' in message && 'id' in message;

/** The id of the request that a message answers; `undefined` for any other message. */
export const answeredId = (message: JSONRPCMessage): string | number | undefined =>
  'method' in message ? undefined : message.id;

/** The id of the request that a message cancels; `undefined` for any other message. */
export const cancelledId = (message: JSONRPCMessage): string | number | undefined => {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id: unknown = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
};
