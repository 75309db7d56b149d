import { isJson, isToolFailure, type JsonValue } from '@pawl/core';
import { type RpcError, rpcCodes } from '../rpc/index.js';

// `redactions` and `rpcCode` are the other side's to say.
const leftOut = new Set(['redactions', 'rpcCode']);

/** What goes over the wire of something thrown: all fields of a `ToolFailure` that are JSON. The stack stays here. */
export const errorOf = (thrown: unknown): RpcError => {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (!isToolFailure(thrown)) return { code: rpcCodes.toolError, message };
  const fields = Object.entries(thrown).filter(
    (field): field is [string, JsonValue] => !leftOut.has(field[0]) && field[0] !== 'name' && isJson(field[1]),
  );
  return { code: rpcCodes.toolError, message, data: Object.fromEntries(fields) };
};
