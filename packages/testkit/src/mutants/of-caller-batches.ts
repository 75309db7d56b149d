import { dispatch, gate } from '@pawl/core';
import { type CallerParts, callerParts, said } from '../reference/caller-parts.js';
import { turnCaller } from '../reference/turn-caller.js';
import { callerSubject } from '../subject/caller-subject.js';
import type { CallerReport, CallerTurn } from '../subject/caller-turn.js';
import { calling, reporting } from './calling.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

const everyYes: CallerParts['spoken'] = ({ decisions }, request) =>
  decisions
    .filter(({ answer, request: asked }) => answer === 'approve' && asked.tool === request.tool)
    .map((decision) => ({ decision, approved: request }));

/** Results by id in a plain object, where `__proto__` is no ordinary name. */
const inPlainObject = ({ batches }: CallerTurn, results: CallerReport['results']): CallerReport['results'] => {
  const byId: Record<string, CallerReport['results'][number]> = {};
  for (const result of results) byId[result.callId] ??= result;
  return batches.flat().flatMap(({ id }) => byId[id] ?? []);
};

const ofBatches: readonly Mutant[] = [
  calling('TRN-01', 'a caller that runs the rest of a batch while one call waits', { runsWhileWaiting: true }),
  calling('TRN-01', 'a caller that takes no answer for a yes', {
    spoken: (turn, request) => {
      const found = callerParts.spoken(turn, request);
      if (found.length > 0 || turn.decisions.length === 0) return found;
      return [{ decision: { request, answer: 'approve', scope: 'session' }, approved: request }];
    },
  }),
  reporting('TRN-01', 'a caller that reports the first call that must ask alone', (report) => ({
    ...report,
    pending: report.pending.slice(0, 1),
  })),
  reporting('TRN-01', 'a caller that asks about every call of a batch', (report, { batches, executor }) => {
    const batch = batches.find((calls) => calls.some(({ id }) => id === report.pending[0]?.callId)) ?? [];
    const [first] = report.pending;
    if (first === undefined) return report;
    const more = batch.filter(
      ({ id, tool }) => !report.pending.some(({ callId }) => callId === id) && !executor.needsApproval(tool),
    );
    return { ...report, pending: [...report.pending, ...more.map(({ id, tool }) => ({ ...first, callId: id, tool }))] };
  }),
];

const ofSingleUse: readonly Mutant[] = [
  calling('TRN-02', 'a caller that never spends an approval', { spend: async () => true }),
  calling('TRN-02', 'a caller that does not look whether it could spend', {
    spend: async (turn, { decision }) => {
      await turn.spend(decision.request);
      return true;
    },
  }),
  calling('TRN-02', 'a caller that does not wait until the approval is spent', {
    spend: async (turn, { decision }) => {
      setImmediate(() => void turn.spend(decision.request).catch(() => {}));
      return true;
    },
  }),
  calling('TRN-02', 'a caller that uses an approval for every call of the tool', {
    spoken: everyYes,
    spend: async (turn, { decision }) => {
      await turn.spend(decision.request);
      return true;
    },
  }),
];

const ofCompleteness: readonly Mutant[] = [
  calling(
    'TRN-07',
    'a caller that reports results as they come',
    { ordered: (_turn, results) => results },
    { member: 'dispatch' },
  ),
  calling(
    'TRN-07',
    'a caller that keeps results in an object by call id',
    { ordered: inPlainObject },
    { member: 'dispatch' },
  ),
  reporting('TRN-07', 'a caller that leaves out what did not run', (report) => ({
    ...report,
    results: report.results.filter(({ status }) => status === 'executed'),
  })),
  reporting('TRN-07', 'a caller that reports results of a batch that waits', (report, { batches }) => {
    const waiting = batches.find((batch) => batch.some(({ id }) => id === report.pending[0]?.callId)) ?? [];
    return { ...report, results: [...report.results, ...waiting.map((call) => said(call, 'denied', 'it waits'))] };
  }),
  written('TRN-07', 'dispatch', 'a caller that stops after its first batch', {
    subject: (name) =>
      callerSubject({ name, run: (turn) => turnCaller()({ ...turn, batches: turn.batches.slice(0, 1) }) }),
  }),
  calling(
    'TRN-07',
    'a caller that refuses whatever it may not run at once',
    {
      judge: async (executor, call, context) => {
        const judged = await gate(executor, call, context);
        return judged.verdict === 'ask' ? { ...judged, verdict: 'deny', reason: 'nobody is asked' } : judged;
      },
    },
    { member: 'dispatch' },
  ),
  calling(
    'TRN-07',
    'a caller that makes results up',
    {
      dispatch: async (executor, call, context) => {
        const outcome = await dispatch(executor, call, context);
        return outcome.status === 'executed' ? { ...outcome, execution: { output: 'it went well' } } : outcome;
      },
    },
    { member: 'dispatch' },
  ),
];

/** Callers that are wrong about whole batches, approvals for one use, or what they report. */
export const ofCallerBatches: readonly Mutant[] = [...ofBatches, ...ofSingleUse, ...ofCompleteness];
