import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import type { JsonObject } from '@pawl/core';

const wrapped = '@pawl/mcp/whole';

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isHidden = (method: string): boolean => method === 'tools/call' || method === 'tools/list';

/** Hides a result from the official server, so that `WholeTransport` sends it as it is. */
export const hidden = (result: JsonObject): { readonly [wrapped]: JsonObject } => ({ [wrapped]: result });

/** The parameters of a request that `WholeTransport` hid from the official server, as the client sent them. */
export const paramsOf = (params: unknown): JsonObject => {
  const own: unknown = isObject(params) ? params[wrapped] : undefined;
  return isObject(own) ? own : {};
};

const hideParams = (message: JSONRPCMessage): JSONRPCMessage =>
  'method' in message && 'id' in message && isHidden(message.method)
    ? { ...message, params: { [wrapped]: message.params ?? {} } }
    : message;

const showResult = (message: JSONRPCMessage): JSONRPCMessage => {
  const result: unknown = 'result' in message ? message.result : undefined;
  // Its members were those of a result before it was hidden.
  return isObject(result) && wrapped in result ? { ...message, result: result[wrapped] as JsonObject } : message;
};

/**
 * A transport of the official server package, whose server sees neither the parameters of a call nor its result: on
 * their way through it both would lose members that the server knows better (`_meta` keys, `resultType`, unknown blocks).
 */
export class WholeTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  readonly #inner: Transport;

  constructor(inner: Transport) {
    this.#inner = inner;
    inner.onclose = () => this.onclose?.();
    inner.onerror = (error) => this.onerror?.(error);
    inner.onmessage = (message, extra) => this.onmessage?.(hideParams(message), extra);
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.#inner.send(showResult(message), options);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#inner.setSupportedProtocolVersions?.(versions);
  }
}
