import type { JsonValue } from '@pawl/core';
import type { ActionResult } from './action-result.js';
import { type CheckedProposal, checkProposal } from './check-proposal.js';
import { ProposalError } from './proposal-error.js';
import type { ProposalInput, ProposalOptions } from './proposal-options.js';
import type { ProposalResult } from './proposal-result.js';
import { type ProposalResume, settledAction } from './proposal-resume.js';
import { type Halt, ProposalRun } from './proposal-run.js';
import { runLevel } from './run-level.js';
import { remains, summariseProposal } from './summarise-proposal.js';

/** The state before the first action, also for a proposal that is resumed. */
const stateBefore = async ({ state, resume }: ProposalOptions): Promise<JsonValue | undefined> => {
  if (state === undefined) return undefined;
  if (resume?.before !== undefined) return resume.before;
  try {
    return await state.snapshot();
  } catch (cause) {
    const message = 'the proposal was not begun, and nothing ran: the state could not be recorded';
    throw new ProposalError('state-unavailable', { message, cause });
  }
};

const restore = async (run: ProposalRun, before: JsonValue | undefined): Promise<boolean> => {
  if (before === undefined) return true;
  try {
    await run.options.state?.restore(before);
    return true;
  } catch {
    run.warnings.push('the state could not be made what it was before the proposal: look at it before going on');
    return false;
  }
};

const resumeOf = (actions: readonly ActionResult[], digest: string, before: JsonValue | undefined): ProposalResume => ({
  digest,
  settled: actions.flatMap((result) => settledAction(result) ?? []),
  attempts: actions.flatMap(({ id, status, attempts }) =>
    attempts > 0 && (status === 'pending' || status === 'not-run') ? [{ id, made: attempts }] : [],
  ),
  ...(before === undefined ? {} : { before }),
});

/** What a proposal is run with. */
interface Course {
  readonly run: ProposalRun;
  readonly proposal: CheckedProposal;
  readonly before: JsonValue | undefined;
  readonly start: number;
}

const endEarly = async ({ run, proposal, before, start }: Course, halt: Halt): Promise<ProposalResult> => {
  const restored = await restore(run, before);
  const summary = summariseProposal(run, proposal, start);
  return { ...summary, ...halt, restored, warnings: [...summary.warnings, ...remains(summary.actions)] };
};

const follow = async (course: Course): Promise<ProposalResult> => {
  const { run, proposal, before, start } = course;
  let goesOn = run.halted === undefined;
  for (const level of proposal.levels) {
    if (!goesOn) break;
    goesOn = await runLevel(run, level);
  }
  if (run.halted !== undefined) return endEarly(course, run.halted);
  const summary = summariseProposal(run, proposal, start);
  if (goesOn) return { ...summary, status: 'completed' };
  const pending = summary.actions.flatMap((one) => (one.status === 'pending' ? [one.request] : []));
  return { ...summary, status: 'paused', pending, resume: resumeOf(summary.actions, proposal.digest(), before) };
};

/**
 * Runs the actions of a proposal by their dependencies, each through `dispatch`. The state it changes is all or nothing:
 * a proposal that is aborted or cancelled leaves it as it was before; what happened elsewhere is listed in `warnings`.
 *
 * Actions of a level run together, unless one of them has `onFailure: 'abort'`, which is the default: then they run one
 * after the other, as listed.
 *
 * @throws {ProposalError} for a proposal that cannot be begun. Nothing has run then.
 * @example
 * ```ts
 * const result = await runProposal({
 *   executor: tools,
 *   proposal: {
 *     actions: [
 *       { id: 'order', tool: 'order', args: { item: 'paper' }, onFailure: 'retry' },
 *       { id: 'tell', tool: 'send_mail', args: { to: 'Ada' }, dependsOn: ['order'], onFailure: 'skip' },
 *     ],
 *   },
 * });
 * ```
 */
export const runProposal = async ({ executor, proposal, options = {} }: ProposalInput): Promise<ProposalResult> => {
  const checked = checkProposal(proposal, options);
  const before = await stateBefore(options);
  const run = new ProposalRun(executor, options);
  try {
    return await follow({ run, proposal: checked, before, start: run.now() });
  } finally {
    run.end();
  }
};
