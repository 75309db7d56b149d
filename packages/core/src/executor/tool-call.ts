import type { ToolCall, ToolCallInit } from '../contract/tool-call.js';
import { ToolFailure } from '../contract/tool-failure.js';
import { JsonError } from '../json/json-error.js';
import type { JsonValue } from '../json/json-value.js';
import { snapshotJson } from '../json/snapshot-json.js';

// Calls whose arguments have been snapshotted; anything else that looks like a call is snapshotted by `dispatch`.
const built = new WeakSet<object>();

const refuse = (tool: unknown, problem: string, cause?: unknown): ToolFailure =>
  new ToolFailure(`${typeof tool === 'string' ? JSON.stringify(tool) : 'a tool'} cannot be called: ${problem}`, {
    code: 'invalid-arguments',
    outcome: 'not-started',
    ...(cause === undefined ? {} : { cause }),
  });

const json = (init: ToolCallInit, field: 'args' | 'expectedEffects' | 'returnSchema' | 'meta'): JsonValue => {
  try {
    return snapshotJson(init[field]);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const hint = init[field] === undefined ? `; leave \`${field}\` out where there is none` : '';
    throw refuse(init.tool, `in \`${field}\`, ${error.message}${hint}`, error);
  }
};

const isPositive = (value: unknown): boolean => typeof value === 'number' && value > 0 && Number.isFinite(value);

/**
 * Builds a call: snapshots and freezes everything in it that is data, so that what is judged is what runs.
 *
 * @throws {ToolFailure} `invalid-arguments`, `not-started`: what is not I-JSON, an id or name that is no string, an
 * attempt below 1, a time-out that is not positive.
 * @example
 * ```ts
 * toolCall({ id: 'call-1', tool: 'read_file', args: { path: 'notes.md' } });
 * ```
 */
export const toolCall = (init: ToolCallInit): ToolCall => {
  if (typeof init !== 'object' || init === null) throw refuse(undefined, 'a call is an object with `id` and `tool`');
  const { id, tool, attempt = 1, timeoutMs } = init;
  if (typeof tool !== 'string') throw refuse(tool, 'its name (`tool`) must be a string');
  if (typeof id !== 'string') throw refuse(tool, 'its `id` must be a string');
  if (!Number.isInteger(attempt) || attempt < 1) throw refuse(tool, '`attempt` must be 1 or more');
  if (timeoutMs !== undefined && !isPositive(timeoutMs)) {
    throw refuse(tool, '`timeoutMs` must be a positive number of milliseconds');
  }
  const data: { [field in 'args' | 'expectedEffects' | 'returnSchema' | 'meta']?: JsonValue } = {};
  if ('args' in init) data.args = json(init, 'args');
  for (const field of ['expectedEffects', 'returnSchema', 'meta'] as const) {
    if (init[field] !== undefined) data[field] = json(init, field);
  }
  // The snapshots have the types of what they were made from.
  const call = Object.freeze({ ...init, attempt, ...data }) as ToolCall;
  built.add(call);
  return call;
};

/** The call itself where `toolCall` built it; otherwise what `toolCall` makes of it. @throws {ToolFailure} */
export const snapshotCall = (call: ToolCallInit): ToolCall => (built.has(call) ? (call as ToolCall) : toolCall(call));

/** The same call with other arguments, snapshotted. @throws {ToolFailure} for arguments that are not I-JSON. */
export const withArgs = (call: ToolCall, args: JsonValue): ToolCall => toolCall({ ...call, args });

/** The same call with other fields that are not data (signal, time-out, progress); the arguments stay as they are. */
export const withTransport = (
  call: ToolCall,
  changes: Partial<Pick<ToolCall, 'signal' | 'onProgress' | 'timeoutMs'>>,
): ToolCall => {
  const changed = Object.freeze({ ...call, ...changes });
  if (built.has(call)) built.add(changed);
  return changed;
};
