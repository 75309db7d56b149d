import { pendingApproval } from '../approval/pending-approval.js';
import { runDelegation } from '../delegation/run-delegation.js';
import type { HandoffRequest } from '../handoff/handoff-descriptor.js';
import { planHandoff } from '../handoff/plan-handoff.js';
import type { ToolMessage } from '../message/message.js';
import { placeResults } from '../message/transcript.js';
import type { Turn } from '../turn/turn.js';
import type { Batch, Plan, RunPlan } from './plan.js';
import { planBatch } from './plan-batch.js';
import { license, runCall } from './run-call.js';
import { afterAttempt, skipped } from './tool-message.js';

const stopText = (turn: Turn): string =>
  turn.watch.stop === 'deadline' ? 'the turn had used its time' : 'the turn was cancelled';

const pause = async (turn: Turn, plans: readonly Plan[]): Promise<void> => {
  await turn.recorder.flush();
  for (const plan of plans) {
    if (plan.kind !== 'ask') continue;
    const pending = pendingApproval(plan.request, turn.worker);
    turn.pending.push(pending);
    turn.emit({ type: 'approval', pending });
  }
};

const attemptOf = (plan: Plan): number => (plan.kind === 'run' ? (plan.init.attempt ?? 1) : 1);

const stoppedResult = (turn: Turn, plan: Plan): ToolMessage =>
  afterAttempt(skipped(plan.call, stopText(turn), turn.watch.stop ?? 'cancelled'), plan.call, attemptOf(plan));

const asResult = (turn: Turn, plan: Plan): Plan =>
  plan.kind === 'done' ? plan : { kind: 'done', call: plan.call, message: stoppedResult(turn, plan) };

/** Uses the approvals of a batch, and keeps what is about to run. */
const start = async (turn: Turn, plans: readonly Plan[]): Promise<readonly Plan[]> => {
  const licensed = await Promise.all(
    plans.map(async (plan): Promise<Plan> => {
      if (plan.kind !== 'run') return plan;
      const one = await license(turn, plan);
      if (!('role' in one)) return one;
      return { kind: 'done', call: plan.call, message: afterAttempt(one, plan.call, attemptOf(plan)) };
    }),
  );
  const starting = licensed.flatMap((plan) => {
    if (plan.kind !== 'run' && plan.kind !== 'delegate') return [];
    if (turn.workers.has(plan.call.id)) return [];
    const args = plan.kind === 'run' ? (plan.request?.args ?? plan.call.args) : plan.call.args;
    const { attempt = 1 } = plan.kind === 'run' ? plan.init : {};
    const { id: callId, tool } = plan.call;
    const trace = plan.kind === 'run' ? plan.trace : [];
    return [{ callId, tool, attempt, trace, ...(args === undefined ? {} : { args }) }];
  });
  for (const { callId, tool, attempt, args } of starting) {
    if (attempt > 1) turn.recorder.proposed([{ id: callId, tool, ...(args === undefined ? {} : { args }) }], attempt);
  }
  await turn.recorder.started(starting);
  return licensed;
};

/** Runs what is to run, all at once; each result is kept as it comes, and put in call order. */
const finish = async (turn: Turn, batch: Batch, plans: readonly Plan[]): Promise<void> => {
  const context = turn.context();
  const fanout = { started: 0 };
  const results: ToolMessage[] = [];
  const resultOf = async (plan: Plan): Promise<ToolMessage | undefined> => {
    if (plan.kind === 'done') return plan.message;
    if (turn.watch.stop !== undefined) return stoppedResult(turn, plan);
    return plan.kind === 'delegate' ? runDelegation(turn, plan.call, fanout) : runCall(turn, plan as RunPlan, context); // nothing asks once a batch is started
  };
  const ended = await Promise.allSettled(
    plans.map(async (plan) => {
      const message = await resultOf(plan);
      if (message === undefined) return;
      await turn.settle(message);
      results.push(message);
    }),
  );
  placeResults(turn.messages, batch.at, results);
  if (results.some(({ status }) => status === 'executed' || status === 'failed')) turn.ran = true;
  const fault = ended.find((one): one is PromiseRejectedResult => one.status === 'rejected');
  if (fault !== undefined) throw fault.reason;
  await turn.recorder.flush();
};

/**
 * Carries a batch out: all of its calls are judged before any runs, and where a person must be asked, none runs. Gives
 * the handoff, if the batch holds one; what is pending is in the turn.
 *
 * @throws {TurnFault} `not-kept`.
 */
export const runBatch = async (turn: Turn, batch: Batch): Promise<HandoffRequest | undefined> => {
  const handoff = planHandoff(turn, batch.calls);
  if (handoff !== undefined) {
    await finish(turn, batch, handoff.plans);
    if (handoff.request !== undefined) turn.emit({ type: 'handoff', handoff: handoff.request });
    return handoff.request;
  }
  const plans = await planBatch(turn, batch);
  if (turn.watch.stop !== undefined) {
    await finish(
      turn,
      batch,
      plans.map((plan) => asResult(turn, plan)),
    );
  } else if (plans.some(({ kind }) => kind === 'ask')) {
    await pause(turn, plans);
  } else {
    await finish(turn, batch, await start(turn, plans));
  }
  return undefined;
};
