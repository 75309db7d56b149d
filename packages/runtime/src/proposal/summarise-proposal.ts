import { type ActionResult, isOpen } from './action-result.js';
import { interruptedAction } from './interrupted-action.js';
import type { ProposalCost, ProposalResultBase } from './proposal-result.js';
import type { ProposalRun } from './proposal-run.js';

const costOf = (actions: readonly ActionResult[], durationMs: number): ProposalCost => {
  const count = (status: ActionResult['status']): number => actions.filter((one) => one.status === status).length;
  return {
    calls: actions.reduce((sum, { attempts }) => sum + attempts, 0),
    executed: count('executed'),
    remembered: count('remembered'),
    failed: count('failed'),
    denied: count('denied'),
    skipped: count('skipped'),
    retries: actions.reduce((sum, { attempts }) => sum + Math.max(0, attempts - 1), 0),
    durationMs,
  };
};

const resultsOf = (run: ProposalRun): readonly ActionResult[] => {
  const { halted } = run.stop;
  const reason = halted?.reason ?? 'the proposal waits for a person';
  return run.proposal.actions.map((action): ActionResult => {
    const { id, tool } = action;
    const known = run.results.get(id) ?? run.ended.get(id);
    if (known !== undefined && !isOpen(known)) return known;
    // Nothing more will come of a try that an earlier run started.
    if (halted !== undefined && run.tries.isOpen(id)) return interruptedAction(run, action);
    if (known !== undefined && halted === undefined) return known;
    return { id, tool, attempts: run.tries.last(id), durationMs: 0, status: 'not-run', reason };
  });
};

/** What the result says whatever became of the proposal. */
export const summariseProposal = (run: ProposalRun, start: number): ProposalResultBase => {
  const { id } = run.proposal;
  const actions = resultsOf(run);
  return {
    ...(id === undefined ? {} : { id }),
    actions,
    cost: costOf(actions, run.now() - start),
    warnings: [...run.warnings],
  };
};

const names = (results: readonly ActionResult[]): string => results.map(({ id }) => JSON.stringify(id)).join(', ');

/** What may remain outside of the state of a proposal that ended early; nothing where nothing was done. */
export const remains = (results: readonly ActionResult[]): readonly string[] => {
  const done = results.filter(({ status }) => status === 'executed' || status === 'remembered');
  const perhaps = results.filter((one) =>
    one.status === 'failed'
      ? one.attempts > 1 || (one.attempts > 0 && one.failure.outcome !== 'not-started')
      : one.status !== 'executed' && one.attempts > 0,
  );
  const warnings: string[] = [];
  if (done.length > 0) warnings.push(`effects outside of the state may remain, and were not undone, of ${names(done)}`);
  if (perhaps.length > 0) warnings.push(`these did not succeed but may have had effects: ${names(perhaps)}`);
  return warnings;
};
