import type { JsonValue } from '@pawl/core';
import { messageOf } from '../turn/turn-fault.js';
import { checkProposal } from './check-proposal.js';
import { ProposalError } from './proposal-error.js';
import type { ProposalInput, ProposalOptions } from './proposal-options.js';
import type { ProposalResult } from './proposal-result.js';
import type { ProposalHalt } from './proposal-resume.js';
import { ProposalRun } from './proposal-run.js';
import { readStarts } from './read-starts.js';
import { runLevel } from './run-level.js';
import { judge } from './settle-action.js';
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

const restore = async (run: ProposalRun): Promise<boolean> => {
  if (run.before === undefined) return true;
  try {
    await run.options.state?.restore(run.before);
    return true;
  } catch {
    run.warnings.push('the state could not be made what it was before the proposal: look at it before going on');
    return false;
  }
};

const endEarly = async (run: ProposalRun, halt: ProposalHalt, start: number): Promise<ProposalResult> => {
  run.emit({ type: halt.status, reason: halt.reason });
  const restored = await restore(run);
  run.emit({ type: 'restored', restored });
  const summary = summariseProposal(run, start);
  return { ...summary, ...halt, restored, warnings: [...summary.warnings, ...remains(summary.actions)] };
};

/** Runs level after level; whether it came through. */
const follow = async (run: ProposalRun): Promise<boolean> => {
  await readStarts(run);
  if (run.options.resume === undefined) await run.keep();
  for (const action of run.proposal.actions) {
    const settled = run.results.get(action.id) ?? run.ended.get(action.id);
    if (settled !== undefined) judge(run, action, settled);
  }
  for (const level of run.proposal.levels) {
    if (run.stop.halted !== undefined || !(await runLevel(run, level))) return false;
  }
  return run.stop.halted === undefined;
};

const notKept = (run: ProposalRun, cause: unknown): ProposalError => {
  const message = `the proposal starts nothing more, because what happened could not be kept: ${messageOf(cause)}`;
  return new ProposalError('not-kept', { message, cause, resume: run.resume() });
};

const runToEnd = async (run: ProposalRun): Promise<ProposalResult> => {
  const start = run.now();
  const through = await follow(run);
  // What was the last thing to happen is kept as well, before anybody hears of it or the state is restored.
  await run.kept(run.recorder.flush());
  if (run.fault === undefined) await run.keep();
  if (run.fault !== undefined) throw notKept(run, run.fault.error);
  if (run.stop.halted !== undefined) return endEarly(run, run.stop.halted, start);
  const summary = summariseProposal(run, start);
  if (through) {
    run.emit({ type: 'completed' });
    return { ...summary, status: 'completed' };
  }
  const pending = summary.actions.flatMap((one) => (one.status === 'pending' ? [one.request] : []));
  run.emit({ type: 'paused', pending });
  return { ...summary, status: 'paused', pending, resume: run.resume() };
};

/**
 * Runs the actions of a proposal by their dependencies, each through `dispatch`. The state it changes is all or nothing:
 * a proposal that is aborted or cancelled leaves it as it was before; what happened elsewhere is listed in `warnings`.
 *
 * Actions of a level run together, unless one of them has `onFailure: 'abort'`, which is the default: then they run one
 * after the other, as listed.
 *
 * With `onResume` it may be run again after a crash: what has ended never runs again, and what was started and has no
 * known end does so only where the tool says that this is harmless; otherwise it has failed, with the outcome `unknown`.
 *
 * @throws {ProposalError} for a proposal that cannot be begun: nothing has run then. `not-kept` where `onResume`, the
 * journal or the log fails.
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
export const runProposal = async (input: ProposalInput): Promise<ProposalResult> => {
  const { options = {} } = input;
  const proposal = checkProposal(input.proposal, options);
  const run = new ProposalRun(input, { proposal, before: await stateBefore(options) });
  try {
    return await runToEnd(run);
  } finally {
    run.stop.end();
  }
};
