import { type ApprovalRequest, toolCall } from '@pawl/core';
import type { ActionResult, ActionResultBase } from './action-result.js';
import { interruptedAction } from './interrupted-action.js';
import { mayRetry } from './may-retry.js';
import type { RunPlan } from './plan-action.js';
import type { ProposalRun } from './proposal-run.js';
import { recordResult } from './record-result.js';
import { notStarted, runTry } from './run-try.js';
import { isSafeToRepeat } from './safe-to-repeat.js';

/** Uses the approval of an action; `undefined` where there is none that counts any more. */
const approvalFor = async (run: ProposalRun, request: ApprovalRequest): Promise<ApprovalRequest | undefined> => {
  try {
    const used = await run.options.approvals?.use(request, { cacheable: run.cacheable(request.tool) });
    return used?.ok === true ? used.approved : undefined;
  } catch {
    return undefined;
  }
};

/** Runs an action until it succeeds, waits for a person, or has no licence for another try. */
export const runAttempts = async (run: ProposalRun, plan: RunPlan): Promise<ActionResult> => {
  const { action, call, request } = plan;
  const { id, tool } = action;
  const start = run.now();
  const base = (): ActionResultBase => ({ id, tool, attempts: run.tries.last(id), durationMs: run.now() - start });
  if (run.stop.halted !== undefined) return notStarted(run, base());
  if (run.tries.isOpen(id) && !isSafeToRepeat(run, tool)) return interruptedAction(run, action);
  const approved = request === undefined ? undefined : await approvalFor(run, request);
  if (run.stop.halted !== undefined) return notStarted(run, base());
  if (request !== undefined && approved === undefined) return { ...base(), status: 'pending', request };
  let delays = run.delays();
  for (;;) {
    const attempt = run.tries.last(id) + 1;
    const again = call.attempt === attempt ? call : toolCall({ ...call, attempt });
    const { result, failed } = await runTry(run, { action, call: again, approved, base });
    if (failed === undefined || !mayRetry(run, action, { outcome: failed, made: attempt })) return result;
    // That this try has ended is kept: only one that may have run is not run again after a crash.
    if (await run.keep()) recordResult(run, result);
    const delay = delays.next(undefined);
    delays = delay;
    const event = { action: id, callId: call.id, tool, attempt: attempt + 1, delayMs: delay.duration };
    if (run.stop.halted === undefined) run.emit({ type: 'retry', ...event, failure: failed.failure });
    await run.stop.wait(delay.duration);
    if (run.stop.halted !== undefined) return { ...result, ...base() };
  }
};
