import type { JsonObject, JsonValue } from '@pawl/core';

/** The `error` of a response, unknown fields included. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonValue;
}

/** An answer. `id` is `null` where the other side could not read the request's. */
export interface Response {
  readonly kind: 'response';
  readonly id: string | number | null;
  readonly result?: JsonValue;
  readonly error?: RpcError;
}

/** A request that wants an answer. */
export interface Request {
  readonly kind: 'request';
  readonly id: string | number;
  readonly method: string;
  readonly params: JsonObject;
}

/** A message that wants no answer. */
export interface Notification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: JsonObject;
}

/** One JSON-RPC 2.0 message. */
export type Message = Response | Request | Notification;
