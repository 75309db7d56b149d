// `runTurn` as the kit checks it: what is saved is the transcript and what was started.
import { decisionsOf, runTurn } from '@pawl/runtime';
import { callerSubject } from '@pawl/testkit';

/** Proposes one batch after the other; the transcript tells how far it got. */
const modelOf = ({ batches }) => ({
  generate: async ({ messages }) => {
    const toolCalls = batches[messages.filter(({ role }) => role === 'assistant').length];
    return {
      message: { role: 'assistant', ...(toolCalls === undefined ? { text: 'Done.' } : { toolCalls }) },
      usage: { inputTokens: 1, outputTokens: 1 },
      stopReason: toolCalls === undefined ? 'end-turn' : 'tool-use',
    };
  },
});

const run = async (turn) => {
  const { executor, session, caller, batches, decisions } = turn;
  let kept = turn.saved ?? { messages: [{ role: 'user', text: 'Go.' }], started: [] };
  const keep = (change) => {
    kept = { ...kept, ...change };
    return turn.save(kept);
  };
  const { pendingApprovals, messages } = await runTurn({
    model: modelOf(turn),
    executor,
    messages: kept.messages,
    options: {
      session,
      caller,
      approvals: decisionsOf(decisions, { spend: ({ request }) => turn.spend(request) }),
      log: {
        started: (calls) => keep({ started: [...kept.started, ...calls] }),
        find: async (ids) => ids.flatMap((id) => kept.started.findLast(({ callId }) => callId === id) ?? []),
      },
      onMessage: (message) => keep({ messages: [...kept.messages, message] }),
      forceClosingText: false,
      // The kit's model may propose what was refused as often as it likes.
      breaker: 1000,
    },
  });
  const pending = pendingApprovals.map(({ request }) => request);
  const waiting = batches.findIndex((batch) => batch.some(({ id }) => pending.some(({ callId }) => callId === id)));
  const told = new Set((waiting === -1 ? batches : batches.slice(0, waiting)).flat().map(({ id }) => id));
  const results = messages
    .filter(({ role, callId }) => role === 'tool' && told.has(callId))
    .map(({ callId, tool, status, output, untrusted }) => ({
      callId,
      tool,
      // The kit's word for whatever did not run and was not refused by a person.
      status: status === 'skipped' ? 'denied' : status,
      output,
      untrusted,
    }));
  return { pending, results };
};

/** The turn loop of `@pawl/runtime`. */
export const turnSubject = callerSubject({ name: 'runTurn', run });
