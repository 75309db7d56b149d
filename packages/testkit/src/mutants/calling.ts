import { type DispatchOutcome, type dispatch, isToolFailure, type ToolExecutor, toolCall } from '@pawl/core';
import type { CallerParts } from '../reference/caller-parts.js';
import { turnCaller } from '../reference/turn-caller.js';
import { callerSubject } from '../subject/caller-subject.js';
import type { CallerReport, CallerTurn } from '../subject/caller-turn.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

/** The reference caller with other parts. */
export const calling = (
  law: string,
  breaks: string,
  parts: Partial<CallerParts>,
  more: { readonly member?: Mutant['member'] } = {},
): Mutant =>
  written(law, more.member ?? 'execute', breaks, {
    subject: (name) => callerSubject({ name, run: turnCaller(parts) }),
  });

/** The reference caller with a report of another kind. */
export const reporting = (
  law: string,
  breaks: string,
  change: (report: CallerReport, turn: CallerTurn) => CallerReport,
): Mutant =>
  written(law, 'dispatch', breaks, {
    subject: (name) => callerSubject({ name, run: async (turn) => change(await turnCaller()(turn), turn) }),
  });

/** Runs a call straight, as no caller may. */
export const straight = async (
  executor: ToolExecutor,
  init: Parameters<typeof dispatch>[1],
): Promise<DispatchOutcome> => {
  const call = toolCall(init);
  const base = { callId: call.id, tool: call.tool, call, notes: [], trace: [] };
  const untrusted = executor.ingestsUntrustedContent(call.tool);
  try {
    const execution = await executor.postDispatch(call, await executor.execute(call));
    if (!isToolFailure(execution)) return { status: 'executed', ...base, execution, untrusted };
    return { status: 'failed', ...base, failure: execution, untrusted };
  } catch (error) {
    if (!isToolFailure(error)) throw error;
    return { status: 'failed', ...base, failure: error, untrusted };
  }
};
