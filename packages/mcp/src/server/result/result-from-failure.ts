import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { JsonObject, JsonValue, ToolFailure } from '@pawl/core';
import { withFailureWord } from '../../failure-word.js';
import { isJsonObject, isMcpResult } from './is-mcp-result.js';
import { errorResult } from './text-result.js';

const errorMembers: ReadonlySet<string> = new Set(['code', 'message', 'data']);

/** An error of JSON-RPC that a server answered with, as `@pawl/mcp`'s client keeps it in `output`. */
const isProtocolError = (
  output: JsonValue | undefined,
): output is JsonObject & { readonly code: number; readonly message: string } =>
  isJsonObject(output) &&
  Number.isSafeInteger(output['code']) &&
  typeof output['message'] === 'string' &&
  Object.keys(output).every((key) => errorMembers.has(key));

/**
 * The result of a call that failed: an error result whole, where the failure holds one; else its message. What it cannot
 * say by itself, such as that the tool may have run, stands in its `_meta`.
 *
 * @throws {ProtocolError} for an unknown tool, and for an error of JSON-RPC that a server behind answered with.
 */
export const resultFromFailure = (failure: ToolFailure): JsonObject => {
  const { output, code, message } = failure;
  if (code === 'unknown-tool') throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  if (isMcpResult(output)) {
    return withFailureWord(output['isError'] === true ? output : { ...output, isError: true }, failure);
  }
  if (isProtocolError(output)) throw new ProtocolError(output.code, output.message, output['data']);
  return withFailureWord(errorResult(message), failure);
};
