import { type JsonValue, type ToolCall, type ToolProgress, toolCall } from '@pawl/core';
import { hash } from './hash.js';

/** What a generated call reports back about itself. */
export interface MadeCall {
  readonly call: ToolCall;
  /** Ends the caller's patience. */
  readonly abort: () => void;
  /** What the call's progress callback was told. */
  readonly heard: readonly ToolProgress[];
}

const argsFrom = (salt: number): { args?: JsonValue } => {
  const value = hash(salt, 'args');
  const shapes: readonly { args?: JsonValue }[] = [
    { args: {} },
    {},
    { args: null },
    { args: { path: `p${value % 7}`, deep: { list: [1, 'two', { three: null }] } } },
    { args: { path: '../etc', limit: value % 11 } },
    { args: [value % 5, 'x'] },
    { args: { b: 2, a: value % 3, __pawl: 'x' } },
    { args: `text ${value % 13}` },
  ];
  return shapes[salt % shapes.length] ?? {};
};

/** A call from a salt: 0 is the plainest; each higher bit adds a field, the last one a field that the contract does not know. */
export const callFrom = (tool: string, salt: number, id = `call-${salt}`): MadeCall => {
  const heard: ToolProgress[] = [];
  const bits = salt >> 3;
  // Made only where the call has one: a controller costs more than the rest of the call.
  const controller = bits & 256 ? new AbortController() : undefined;
  const call = toolCall({
    id,
    tool,
    ...argsFrom(salt),
    attempt: 1 + (bits & 3),
    ...(bits & 4 ? { session: `session-${salt % 3}` } : {}),
    ...(bits & 8 ? { caller: `caller-${salt % 5}` } : {}),
    ...(bits & 16 ? { timeoutMs: 1000 + (salt % 500) } : {}),
    ...(bits & 32 ? { expectedEffects: { [`key-${salt % 4}`]: 'changes' } } : {}),
    ...(bits & 64 ? { returnSchema: { type: 'object', title: `wants ${salt % 6}` } } : {}),
    ...(bits & 128 ? { meta: { traceparent: `00-${salt}` } } : {}),
    ...(controller === undefined ? {} : { signal: controller.signal }),
    ...(bits & 512 ? { onProgress: (progress: ToolProgress) => void heard.push(progress) } : {}),
    ...(bits & 1024 ? { vendorField: { n: salt % 17 } } : {}),
  });
  return { call, abort: () => controller?.abort(new Error('nobody waits any more')), heard };
};

/** The salt of a call with every field. */
export const fullCall = (salt: number): number => (salt & 7) | (0x7ff << 3);
