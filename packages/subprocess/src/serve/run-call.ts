import type { JsonObject, JsonValue } from '@pawl/core';
import type { Request } from '../rpc/index.js';
import { errorOf } from './error-of.js';
import type { ServedCall, ServedTool } from './served-tool.js';

/** Sends a message; resolves when there is room for the next. */
export type Send = (message: object) => Promise<void>;

/** What a call runs with. */
export interface CallContext {
  readonly send: Send;
  readonly signal: AbortSignal;
}

type Chunks = AsyncGenerator<JsonValue, JsonValue | undefined, void>;

const isGenerator = (value: unknown): value is Chunks =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Runs a generator to its end; the reader's pace is its pace. */
const drain = async (
  generator: Chunks,
  onChunk: (value: JsonValue) => Promise<void>,
): Promise<JsonValue | undefined> => {
  for (;;) {
    const next = await generator.next();
    if (next.done === true) return next.value;
    await onChunk(next.value);
  }
};

/** Runs a tool and answers its request, whatever happens. */
export const runCall = async (tool: ServedTool, request: Request, { send, signal }: CallContext): Promise<void> => {
  const { id, params } = request;
  const notify = (method: string, fields: object): Promise<void> =>
    send({ jsonrpc: '2.0', method, params: { request_id: id, ...fields } });
  let mutations: JsonObject | undefined;
  const call: ServedCall = {
    params,
    signal,
    progress: (progress) => void notify('tools.progress', progress),
    mutate: (more) => {
      mutations = { ...mutations, ...more };
    },
  };
  const onChunk = async (data: JsonValue): Promise<void> => {
    signal.throwIfAborted();
    const chunk = typeof data === 'string' ? { kind: 'text', text: data } : { kind: 'data', data };
    if (params['stream'] === true) await notify('tools.chunk', { chunk });
  };
  try {
    const returned = tool(params['parameters'], call);
    const value = isGenerator(returned) ? await drain(returned, onChunk) : await returned;
    const result = { output: value ?? null, ...(mutations === undefined ? {} : { mutations }) };
    await send({ jsonrpc: '2.0', id, result });
  } catch (error) {
    await send({ jsonrpc: '2.0', id, error: errorOf(error) });
  }
};
