import { type DispatchContext, type GateResult, gate, type ToolCallInit, type ToolSpec, toolCall } from '@pawl/core';
import type { ProposedCall } from '../message/message.js';
import { timedAnswer } from '../turn/timed-answer.js';
import type { Turn } from '../turn/turn.js';

/** A call that was gated. */
export interface Gated {
  readonly call: ProposedCall;
  readonly init: ToolCallInit;
  readonly judged: GateResult;
  /** What the escape hatch made available instead, where the call's own tool still is not. */
  readonly offered?: readonly ToolSpec[];
}

/** A call as the executor gets it. */
export const initOf = (turn: Turn, call: ProposedCall, attempt: number): ToolCallInit => {
  const { session, caller, callTimeoutMs, onEvent } = turn.options;
  const { signal } = turn.watch;
  const { id, tool } = call;
  return {
    id,
    tool,
    ...(call.args === undefined ? {} : { args: call.args }),
    attempt,
    ...(session === undefined ? {} : { session }),
    ...(caller === undefined ? {} : { caller }),
    ...(callTimeoutMs === undefined ? {} : { timeoutMs: callTimeoutMs }),
    ...(signal === undefined ? {} : { signal }),
    ...(onEvent === undefined
      ? {}
      : { onProgress: (progress) => turn.emit({ type: 'progress', callId: id, tool, progress }) }),
  };
};

const isSpecs = (value: unknown): value is readonly ToolSpec[] =>
  Array.isArray(value) && value.every((spec) => typeof spec?.name === 'string');

const recover = async (turn: Turn, init: ToolCallInit): Promise<readonly ToolSpec[]> => {
  const ms = turn.options.memberTimeoutMs ?? 30_000;
  try {
    const call = toolCall(init);
    const specs: unknown = await timedAnswer(async () => turn.executor.recoverUnadvertised(call), {
      clock: turn.clock,
      ms,
    });
    return isSpecs(specs) ? turn.catalogue.add(specs) : [];
  } catch {
    return []; // A hatch that fails is a hatch that is shut.
  }
};

const isUnadvertised = (turn: Turn, { call, judged }: Gated): boolean =>
  judged.verdict === 'invalid' &&
  judged.failure.code === 'unknown-tool' &&
  turn.catalogue.find(call.tool) === undefined;

/** Asks the executor once in a turn for tools that a call meant but was not told about, and gates such calls again. */
const throughHatch = async (turn: Turn, gated: readonly Gated[]): Promise<readonly Gated[]> => {
  if (turn.options.escapeHatch !== true || turn.hatchUsed) return gated;
  const first = gated.find((one) => isUnadvertised(turn, one));
  if (first === undefined) return gated;
  turn.hatchUsed = true;
  const offered = await recover(turn, first.init);
  if (offered.length === 0) return gated;
  turn.emit({ type: 'recovered', callId: first.call.id, tool: first.call.tool, specs: offered });
  const context = turn.context();
  return Promise.all(
    gated.map(async (one) => {
      if (one.judged.verdict !== 'invalid' || one.judged.failure.code !== 'unknown-tool') return one;
      if (turn.catalogue.find(one.call.tool) === undefined) return one === first ? { ...one, offered } : one;
      return { ...one, judged: await gate(turn.executor, one.init, context) };
    }),
  );
};

/** Gates calls as they stand, all against the same context; runs nothing. */
export const gateBatch = async (
  turn: Turn,
  calls: readonly { readonly call: ProposedCall; readonly attempt: number }[],
  context: DispatchContext,
): Promise<readonly Gated[]> => {
  const gated = await Promise.all(
    calls.map(async ({ call, attempt }) => {
      const init = initOf(turn, call, attempt);
      return { call, init, judged: await gate(turn.executor, init, context) };
    }),
  );
  return throughHatch(turn, gated);
};
