import type { Action } from './action.js';
import type { ActionResult } from './action-result.js';
import { type Plan, planAction, type RunPlan } from './plan-action.js';
import type { ProposalRun } from './proposal-run.js';
import { runAttempts } from './run-attempts.js';
import { runOnce } from './run-once.js';
import { endAction, settleAction, settleUnrun } from './settle-action.js';

const succeeded = (result: ActionResult | undefined): boolean =>
  result?.status === 'executed' || result?.status === 'remembered';

const runAction = async (run: ProposalRun, plan: RunPlan): Promise<ActionResult> => {
  const memory = plan.action.idempotent === true ? run.options.idempotency : undefined;
  const result = await (memory === undefined ? runAttempts(run, plan) : runOnce(run, plan, memory));
  await endAction(run, plan.action, result);
  return result;
};

const runInTurn = async (run: ProposalRun, plans: readonly RunPlan[]): Promise<void> => {
  for (const plan of plans) {
    if (run.stop.halted !== undefined) return;
    const result = await runAction(run, plan);
    await settleAction(run, plan.action, result);
    if (result.status === 'pending') return;
  }
};

/** Applies what the actions of a level changed that have ended, in listed order. */
const settleEnded = async (run: ProposalRun, level: readonly Action[]): Promise<void> => {
  for (const action of level) {
    const ended = run.ended.get(action.id);
    if (ended !== undefined) await settleAction(run, action, ended);
  }
};

/** Mutations are applied in listed order, so that who finishes first changes nothing. */
const runTogether = async (run: ProposalRun, level: readonly Action[], plans: readonly RunPlan[]): Promise<void> => {
  const results = await Promise.all(plans.map((plan) => runAction(run, plan)));
  for (const result of results) if (!run.ended.has(result.id)) run.record(result);
  // What waits comes before those listed after it, also in what it will change.
  if (!results.some(({ status }) => status === 'pending') || run.stop.halted !== undefined)
    await settleEnded(run, level);
};

const skip = (run: ProposalRun, action: Action): boolean => {
  const missing = action.dependsOn?.find((id) => !succeeded(run.results.get(id)));
  if (missing === undefined) return false;
  const reason = `it depends on ${JSON.stringify(missing)}, which did not succeed`;
  const { id, tool } = action;
  settleUnrun(run, action, { id, tool, attempts: 0, durationMs: 0, status: 'skipped', reason });
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
  const inTurn = level.some(({ onFailure = 'abort' }) => onFailure === 'abort');
  if (inTurn) await settleEnded(run, level);
  const isLeft = ({ id }: Action): boolean => !run.results.has(id) && !run.ended.has(id);
  const left = level.filter((action) => isLeft(action) && !skip(run, action));
  const plans = await Promise.all(left.map((action) => planAction(run, action)));
  if (run.stop.halted !== undefined) return false;
  const stops = plans.filter(isStop);
  for (const { action, result } of stops) settleUnrun(run, action, result);
  if (run.stop.halted !== undefined || stops.some(({ result }) => result.status === 'pending')) return false;
  const runs = plans.filter((plan): plan is RunPlan => plan.kind === 'run');
  await (inTurn ? runInTurn(run, runs) : runTogether(run, level, runs));
  return run.stop.halted === undefined && !left.some(({ id }) => run.results.get(id)?.status === 'pending');
};
