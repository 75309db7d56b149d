import type { JsonObject, JsonValue } from '@pawl/core';
import type { Message, RpcError } from './message.js';

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const own = (value: JsonObject, member: string): JsonValue | undefined =>
  Object.hasOwn(value, member) ? value[member] : undefined;

const isId = (value: JsonValue | undefined): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

const readError = (error: JsonValue): RpcError => {
  const fields = isObject(error) ? error : {};
  const code = own(fields, 'code');
  const message = own(fields, 'message');
  return {
    ...fields,
    code: typeof code === 'number' ? code : 0,
    message: typeof message === 'string' ? message : 'no message given',
  };
};

const readMessage = (value: JsonValue): Message | undefined => {
  if (!isObject(value) || own(value, 'jsonrpc') !== '2.0') return undefined;
  const id = own(value, 'id');
  const method = own(value, 'method');
  if (typeof method === 'string') {
    const params = own(value, 'params');
    const fields = isObject(params) ? params : {};
    if (id === undefined) return { kind: 'notification', method, params: fields };
    return isId(id) ? { kind: 'request', id, method, params: fields } : undefined;
  }
  if (!isId(id) && id !== null) return undefined;
  const error = own(value, 'error');
  const result = own(value, 'result');
  // An answer with both says that something failed, and a failure never becomes a success.
  if (error !== undefined && error !== null) return { kind: 'response', id, error: readError(error) };
  return { kind: 'response', id, ...(result === undefined ? {} : { result }) };
};

/** The messages of a line: one, or those of a batch. `undefined` for a line that is no JSON-RPC 2.0. */
export const readMessages = (line: string): readonly Message[] | undefined => {
  if (!line.startsWith('{') && !line.startsWith('[')) return undefined;
  let value: JsonValue;
  try {
    // JSON.parse returns nothing but JSON values.
    value = JSON.parse(line) as JsonValue;
  } catch {
    return undefined;
  }
  const messages: Message[] = [];
  for (const item of Array.isArray(value) ? value : [value]) {
    const message = readMessage(item);
    if (message === undefined) return undefined;
    messages.push(message);
  }
  return messages.length === 0 ? undefined : messages;
};
