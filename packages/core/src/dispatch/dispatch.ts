import { isLabelledUntrusted } from '../capability/untrusted-label.js';
import type { ToolCall, ToolCallInit } from '../contract/tool-call.js';
import type { ToolExecutor } from '../contract/tool-executor.js';
import { isToolFailure } from '../contract/tool-failure.js';
import type { ToolOutcome } from '../contract/tool-outcome.js';
import { checkCheckable, checkExecution } from './check-execution.js';
import { type DispatchContext, settingsOf } from './context.js';
import { Running } from './deadline.js';
import { asFailure, finish } from './finish.js';
import { type GateResult, gate } from './gate.js';
import type { DispatchOutcome, FailedOutcome, NotRunOutcome } from './outcome.js';
import { strictAnswer } from './strict-answer.js';

const run = async (executor: ToolExecutor, call: ToolCall, context: DispatchContext): Promise<ToolOutcome> => {
  const { clock, callTimeoutMs } = settingsOf(context);
  try {
    checkCheckable(call, context.validate);
    const running = new Running(call, clock, call.timeoutMs ?? callTimeoutMs);
    try {
      const execution = await running.wait(executor.execute(running.call));
      return checkExecution(call, execution, context.validate);
    } finally {
      running.end();
    }
  } catch (error) {
    return asFailure(call, error);
  }
};

/** The outcome of a call that the gate did not let through; `undefined` for one that it did. */
export const notRun = (init: ToolCallInit, judged: GateResult): NotRunOutcome | FailedOutcome | undefined => {
  const named = { callId: String(init?.id), tool: String(init?.tool) };
  if (judged.verdict === 'invalid') {
    return { status: 'failed', ...named, notes: [], trace: judged.trace, failure: judged.failure, untrusted: false };
  }
  const { call, notes, trace } = judged;
  if (judged.verdict === 'deny') return { status: 'denied', ...named, call, notes, trace, reason: judged.reason };
  if (judged.verdict === 'ask') return { status: 'pending', ...named, call, notes, trace, request: judged.request };
  return undefined;
};

/**
 * Decides on a call and, where the gate allows it, runs it under its deadline and signal: the only place that runs a
 * tool. Never rejects; a member that throws, hangs or answers nonsense leads to the strictest outcome.
 *
 * @example
 * ```ts
 * const outcome = await dispatch(tools, { id: '1', tool: 'write_file', args: { path: 'a.md', content: 'hello' } });
 * if (outcome.status === 'pending' && (await askPerson(outcome.request))) {
 *   await dispatch(tools, call, { approved: outcome.request });
 * }
 * ```
 */
export const dispatch = async (
  executor: ToolExecutor,
  init: ToolCall | ToolCallInit,
  context: DispatchContext = {},
): Promise<DispatchOutcome> => {
  const judged = await gate(executor, init, context);
  const stopped = notRun(init, judged);
  if (stopped !== undefined || judged.verdict !== 'allow') return stopped as NotRunOutcome | FailedOutcome; // one implies the other
  const { call, notes, trace } = judged;
  const outcome = await finish(executor, call, await run(executor, call, context), settingsOf(context));
  const untrusted = strictAnswer(executor, 'ingestsUntrustedContent', call.tool) || isLabelledUntrusted(outcome);
  const base = { callId: call.id, tool: call.tool, call, notes, trace, untrusted };
  return isToolFailure(outcome)
    ? { status: 'failed', ...base, failure: outcome }
    : { status: 'executed', ...base, execution: outcome };
};
