import { type FailureOutcome, isJson, type JsonObject, type JsonValue, type ToolCall, ToolFailure } from '@pawl/core';
import { type RpcError, rpcCodes } from '../rpc/index.js';

interface Meaning {
  readonly code: string;
  readonly outcome: FailureOutcome;
}

// What a bare JSON-RPC code says, where the tool does not say more.
const meanings: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [rpcCodes.parseError, { code: 'tool-error', outcome: 'not-started' }],
  [rpcCodes.invalidRequest, { code: 'tool-error', outcome: 'not-started' }],
  [rpcCodes.methodNotFound, { code: 'unknown-tool', outcome: 'not-started' }],
  [rpcCodes.invalidParams, { code: 'invalid-arguments', outcome: 'not-started' }],
  [rpcCodes.deadline, { code: 'timeout', outcome: 'unknown' }],
  [rpcCodes.refused, { code: 'refused', outcome: 'failed' }],
]);

const ordinary: Meaning = { code: 'tool-error', outcome: 'failed' };

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOutcome = (value: JsonValue | undefined): value is FailureOutcome =>
  value === 'not-started' || value === 'failed' || value === 'unknown';

// Members of every error, which a program must not replace.
const reserved = new Set(['name', 'message', 'stack', 'cause', 'with', 'constructor', '__proto__', 'rpcCode']);
const known = new Set(['code', 'terminal', 'outcome', 'output', 'meta']);

/**
 * The failure in an `error`. `data.code`, `data.terminal`, `data.outcome`, `data.output` and `data.meta` become its
 * fields; other members of `data` are kept under their names, and the JSON-RPC code as `rpcCode`.
 */
export const readFailure = (call: ToolCall, error: RpcError): ToolFailure => {
  const { code, outcome } = meanings.get(error.code) ?? ordinary;
  const data: JsonObject = isObject(error.data) ? error.data : {};
  // Data that is no object is what the tool had to say.
  const output = isObject(error.data) ? data['output'] : error.data;
  const { meta } = data;
  const failure = new ToolFailure(`${call.tool}: ${error.message}`, {
    code: typeof data['code'] === 'string' ? data['code'] : code,
    // Anything but a clear `false` or nothing counts as the strict answer.
    terminal: data['terminal'] !== undefined && data['terminal'] !== false && data['terminal'] !== null,
    outcome: isOutcome(data['outcome']) ? data['outcome'] : data['outcome'] === undefined ? outcome : 'unknown',
    ...(output !== undefined && isJson(output) ? { output } : {}),
    ...(isObject(meta) ? { meta } : {}),
  });
  const kept = [...Object.entries(data).filter(([key]) => !known.has(key)), ...unknownFields(error)];
  for (const [key, value] of kept) {
    if (!reserved.has(key)) Object.defineProperty(failure, key, { value, enumerable: true });
  }
  return Object.defineProperty(failure, 'rpcCode', { value: error.code, enumerable: true });
};

const unknownFields = ({ code: _code, message: _message, data: _data, ...rest }: RpcError): [string, JsonValue][] =>
  // A JSON-RPC error was parsed from JSON, so its other members are JSON as well.
  Object.entries(rest as JsonObject).filter(([key]) => !known.has(key) && key !== 'redactions');
