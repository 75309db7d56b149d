import { type ApprovalRequest, type DispatchOutcome, dispatch, toolCall } from '@pawl/core';
import type { ActionResult, ActionResultBase } from './action-result.js';
import { mayRetry } from './may-retry.js';
import type { RunPlan } from './plan-action.js';
import type { ProposalRun } from './proposal-run.js';

const notStarted = (run: ProposalRun, base: ActionResultBase): ActionResult => ({
  ...base,
  status: 'not-run',
  reason: run.halted?.reason ?? 'the proposal ended before',
});

/** Uses the approval of an action; `undefined` where there is none that counts any more, so that `dispatch` asks again. */
const approvalFor = async (run: ProposalRun, request: ApprovalRequest): Promise<ApprovalRequest | undefined> => {
  try {
    const used = await run.options.approvals?.use(request, { cacheable: run.cacheable(request.tool) });
    return used?.ok === true ? used.approved : undefined;
  } catch {
    return undefined;
  }
};

const resultOf = (outcome: DispatchOutcome, base: ActionResultBase): ActionResult => {
  switch (outcome.status) {
    case 'executed': {
      const { execution, untrusted, notes } = outcome;
      return { ...base, status: 'executed', execution, untrusted, notes };
    }
    case 'failed':
      return { ...base, status: 'failed', failure: outcome.failure, untrusted: outcome.untrusted };
    case 'denied':
      return { ...base, status: 'denied', reason: outcome.reason };
    case 'pending':
      return { ...base, status: 'pending', request: outcome.request };
  }
};

/** Runs an action until it succeeds, waits for a person, or has no licence for another try. */
export const runAttempts = async (run: ProposalRun, plan: RunPlan): Promise<ActionResult> => {
  const { action, call, request } = plan;
  const start = run.now();
  let made = run.madeBefore(action.id);
  const base = (): ActionResultBase => ({
    ...{ id: action.id, tool: action.tool, attempts: made, durationMs: run.now() - start },
  });
  if (run.halted !== undefined) return notStarted(run, base());
  const approved = request === undefined ? undefined : await approvalFor(run, request);
  if (run.halted !== undefined) return notStarted(run, base());
  let delay = run.delays();
  for (;;) {
    const attempt = made + 1;
    const again = call.attempt === attempt ? call : toolCall({ ...call, attempt });
    const outcome = await dispatch(run.executor, again, run.contextFor(approved));
    if ((outcome.status === 'executed' || outcome.status === 'failed') && outcome.call !== undefined) made += 1;
    const result = resultOf(outcome, base());
    if (outcome.status !== 'failed' || !mayRetry(run, action, { outcome, made })) return result;
    const next = delay.next(undefined);
    delay = next;
    await run.wait(next.duration);
    if (run.halted !== undefined) return { ...result, ...base() };
  }
};
