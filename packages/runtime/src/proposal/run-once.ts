import { strictAnswer, type ToolExecution, ToolFailure } from '@pawl/core';
import type { ActionResult, ActionResultBase } from './action-result.js';
import { idempotencyKey } from './idempotency-key.js';
import type { IdempotencyMemory } from './idempotency-memory.js';
import type { RunPlan } from './plan-action.js';
import type { ProposalRun } from './proposal-run.js';
import { runAttempts } from './run-attempts.js';

/** A remembered success, held to what this action asks of a result: another action may have asked for less. */
const remembered = (run: ProposalRun, { action }: RunPlan, given: Given): ActionResult => {
  const { base, execution } = given;
  const { returnSchema, tool } = action;
  const untrusted = strictAnswer(run.executor, 'ingestsUntrustedContent', tool);
  const problems = returnSchema === undefined ? [] : run.context.validate?.(returnSchema, execution.output);
  if (problems !== undefined && problems.length === 0) {
    return { ...base, status: 'remembered', execution, untrusted, notes: [] };
  }
  const message = `the remembered result of ${tool} does not meet \`returnSchema\`: ${problems?.join('; ')}`;
  const failure = new ToolFailure(message, { code: 'invalid-result', outcome: 'not-started' });
  return { ...base, status: 'failed', failure, untrusted };
};
interface Given {
  readonly base: ActionResultBase;
  readonly execution: ToolExecution;
}

const unavailable = (tool: string, base: ActionResultBase, cause: unknown): ActionResult => ({
  ...base,
  status: 'failed',
  untrusted: false,
  failure: new ToolFailure(`${tool} was not run: whether it was done before could not be found out`, {
    ...{ code: 'idempotency-unavailable', outcome: 'not-started', cause },
  }),
});

/** Runs an idempotent action, unless a success of the same call is remembered or under way. */
export const runOnce = async (run: ProposalRun, plan: RunPlan, memory: IdempotencyMemory): Promise<ActionResult> => {
  const { id, tool } = plan.action;
  const start = run.now();
  const base = (): ActionResultBase => ({ id, tool, attempts: run.tries.last(id), durationMs: run.now() - start });
  let own: Promise<ActionResult> | undefined;
  const runOwn = async (): Promise<ToolExecution | undefined> => {
    // `runAttempts` starts nothing once the proposal has ended, as it may have while this waited for another.
    own ??= runAttempts(run, plan);
    const result = await own;
    return result.status === 'executed' ? result.execution : undefined;
  };
  try {
    const answer = memory.once(idempotencyKey(plan.judged), runOwn);
    answer.catch(() => {}); // nobody listens any more where the proposal ended first
    const execution = await run.stop.unlessHalted(answer);
    if (own !== undefined) return await own;
    if (execution !== undefined) return remembered(run, plan, { base: base(), execution });
    const reason = run.stop.halted?.reason ?? 'the memory of idempotent actions neither answered nor let it run';
    return { ...base(), status: 'not-run', reason };
  } catch (error) {
    if (own === undefined) return unavailable(tool, base(), error);
    run.warnings.push(`a success of the action ${JSON.stringify(id)} could not be remembered: it may be run again`);
    return own;
  }
};
