import type { Action } from './action.js';
import type { ActionResult } from './action-result.js';
import { commitMutations } from './commit-mutations.js';
import { type Plan, planAction, type RunPlan } from './plan-action.js';
import type { ProposalRun } from './proposal-run.js';
import { runAttempts } from './run-attempts.js';
import { runOnce } from './run-once.js';

const succeeded = (result: ActionResult | undefined): boolean =>
  result?.status === 'executed' || result?.status === 'remembered';

/** Ends the proposal where this result does. */
const judge = (run: ProposalRun, action: Action, result: ActionResult): void => {
  if (result.status !== 'failed' && result.status !== 'denied') return;
  const terminal = result.status === 'failed' && result.failure.terminal;
  if (!terminal && action.onFailure === 'skip') return;
  const why = result.status === 'failed' ? result.failure.message : result.reason;
  run.halt({ status: 'aborted', reason: `the action ${JSON.stringify(action.id)} ended it: ${why}` });
};

/** A failure ends the proposal at once, not when the level is through: no other action starts another try. */
const runAction = async (run: ProposalRun, plan: RunPlan): Promise<ActionResult> => {
  const memory = plan.action.idempotent === true ? run.options.idempotency : undefined;
  const result = await (memory === undefined ? runAttempts(run, plan) : runOnce(run, plan, memory));
  judge(run, plan.action, result);
  return result;
};

const settle = async (run: ProposalRun, action: Action, ran: ActionResult): Promise<void> => {
  const result = await commitMutations(run, action, ran);
  run.record(result);
  judge(run, action, result);
};

const runInTurn = async (run: ProposalRun, plans: readonly RunPlan[]): Promise<void> => {
  for (const plan of plans) {
    if (run.halted !== undefined) return;
    const result = await runAction(run, plan);
    await settle(run, plan.action, result);
    if (result.status === 'pending') return;
  }
};

/** Mutations are applied in listed order, so that who finishes first changes nothing. */
const runTogether = async (run: ProposalRun, plans: readonly RunPlan[]): Promise<void> => {
  const results = await Promise.all(plans.map(async (plan) => ({ plan, result: await runAction(run, plan) })));
  for (const { plan, result } of results) await settle(run, plan.action, result);
};

const skip = (run: ProposalRun, action: Action): boolean => {
  const missing = action.dependsOn?.find((id) => !succeeded(run.results.get(id)));
  if (missing === undefined) return false;
  const reason = `it depends on ${JSON.stringify(missing)}, which did not succeed`;
  run.record({
    id: action.id,
    tool: action.tool,
    attempts: 0,
    durationMs: 0,
    status: 'skipped',
    reason,
  });
  return true;
};

const isStop = (plan: Plan): plan is Plan & { readonly kind: 'stop' } => plan.kind === 'stop';

/**
 * Runs what is left of a level. All of it is judged first: where one action ends the proposal or waits for a person,
 * none of the level runs.
 *
 * @returns whether the proposal goes on to the next level.
 */
export const runLevel = async (run: ProposalRun, level: readonly Action[]): Promise<boolean> => {
  const left = level.filter((action) => !run.results.has(action.id) && !skip(run, action));
  const plans = await Promise.all(left.map((action) => planAction(run, action)));
  if (run.halted !== undefined) return false;
  const stops = plans.filter(isStop);
  for (const { action, result } of stops) {
    run.record(result);
    judge(run, action, result);
  }
  if (run.halted !== undefined || stops.some(({ result }) => result.status === 'pending')) return false;
  const runs = plans.filter((plan): plan is RunPlan => plan.kind === 'run');
  const inTurn = level.some(({ onFailure = 'abort' }) => onFailure === 'abort');
  await (inTurn ? runInTurn(run, runs) : runTogether(run, runs));
  return run.halted === undefined && !left.some(({ id }) => run.results.get(id)?.status === 'pending');
};
