import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isToolFailure, type JsonObject, type JsonValue, type ToolCall, type ToolCallInit, toolCall } from '@pawl/core';
import { isJsonObject } from '../result/is-mcp-result.js';

/** What of a call does not come from its parameters. */
export type CallTransport = Pick<ToolCallInit, 'id' | 'session' | 'caller' | 'signal' | 'onProgress'>;

/** The token under which a client wants to hear of progress. */
export const progressTokenOf = (params: JsonObject): string | number | undefined => {
  const meta = params['_meta'];
  const token: JsonValue | undefined = isJsonObject(meta) ? meta['progressToken'] : undefined;
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
};

const metaOf = (params: JsonObject): JsonObject | undefined => {
  const meta = params['_meta'];
  if (!isJsonObject(meta)) return undefined;
  const { progressToken, ...rest } = meta;
  void progressToken;
  return Object.keys(rest).length === 0 ? undefined : rest;
};

/**
 * The call that the parameters of `tools/call` stand for.
 *
 * @throws {ProtocolError} for parameters that are no call, such as arguments that are not I-JSON.
 */
export const callFromRequest = (params: JsonObject, transport: CallTransport): ToolCall => {
  const { name, arguments: args } = params;
  if (typeof name !== 'string') {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'tools/call needs the `name` of a tool');
  }
  if (args !== undefined && !isJsonObject(args)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `the \`arguments\` of ${name} must be an object, by name`);
  }
  const meta = metaOf(params);
  try {
    return toolCall({
      ...transport,
      tool: name,
      ...(args === undefined ? {} : { args }),
      ...(meta === undefined ? {} : { meta }),
    });
  } catch (error) {
    if (!isToolFailure(error)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
  }
};
