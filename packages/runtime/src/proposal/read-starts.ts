import type { ProposalRun } from './proposal-run.js';

/** Records the actions as proposed, and finds out which of them an earlier run started. */
export const readStarts = async (run: ProposalRun): Promise<void> => {
  const { recorder, proposal, options } = run;
  if (options.journal === undefined && options.log === undefined) return;
  const actionOf = new Map(proposal.actions.map(({ id }) => [run.callId(id), id]));
  const calls = proposal.actions.map(({ id, tool, args }) => ({
    ...{ id: run.callId(id), tool },
    ...(args === undefined ? {} : { args }),
  }));
  const reading = async (): Promise<void> => {
    for (const [callId, { attempt }] of await recorder.startedBefore(calls)) {
      run.tries.start(actionOf.get(callId) ?? callId, attempt);
    }
    recorder.proposed(await recorder.unrecorded(calls));
  };
  await run.kept(reading());
};
