import { type ToolCall, type ToolProgress, toolCall } from '@pawl/core';

/** A call that differs from the first one in exactly one field. */
export interface CallVariant {
  readonly field: string;
  readonly call: ToolCall;
  /** What its own listener was told. */
  readonly heard: readonly ToolProgress[];
  /** Ends its caller's patience; only the one with a signal of its own does anything. */
  readonly abort: () => void;
}

const differences: readonly (readonly [string, object])[] = [
  ['id', { id: 'call-1' }],
  ['args', { args: { path: 'other' } }],
  ['session', { session: 'session-1' }],
  ['caller', { caller: 'caller-1' }],
  ['attempt', { attempt: 2 }],
  ['timeoutMs', { timeoutMs: 2000 }],
  ['expectedEffects', { expectedEffects: { key: 'changes' } }],
  ['returnSchema', { returnSchema: { type: 'object' } }],
  ['meta', { meta: { traceparent: '00-1' } }],
];

/** A call, and others that differ from it in one field each; anew each time, because listeners and signals are spent. */
export const callVariants = (tools: readonly string[], salt: number): readonly CallVariant[] => {
  const [tool = '', other = tool] = tools;
  const make = (field: string, change: object, signal?: AbortSignal): Omit<CallVariant, 'abort'> => {
    const heard: ToolProgress[] = [];
    const call = toolCall({
      id: 'call-0',
      tool,
      args: { path: 'same' },
      session: 'session-0',
      caller: 'caller-0',
      ...(signal === undefined ? {} : { signal }),
      onProgress: (progress) => void heard.push(progress),
      ...change,
    });
    return { field, call, heard };
  };
  const patient = { abort: (): void => {} };
  const controller = new AbortController();
  const drawn = [0, 3, 5].map((step) => differences[(salt + step) % differences.length] ?? ['id', {}]);
  return [
    { ...make('nothing', {}), ...patient },
    ...drawn.map(([field, change]) => ({ ...make(field as string, change as object), ...patient })), // as listed above
    { ...make('tool', { tool: other }), ...patient },
    { ...make('onProgress', {}), ...patient },
    {
      ...make('signal', {}, controller.signal),
      abort: () => controller.abort(new Error('nobody waits any more')),
    },
  ];
};
