import type { JsonValue } from '@pawl/core';
import {
  type CallerReport,
  type CallerResult,
  type CallerSubject,
  type CallerTurn,
  callerSubject,
} from '@pawl/testkit';
import {
  type ChatModel,
  decisionsOf,
  type Message,
  type ModelResponse,
  runTurn,
  type StartedCall,
  type ToolMessage,
  type TurnLog,
} from '../src/index.js';

/** What survives a crash: the transcript, and what was started. */
interface Kept {
  readonly messages: readonly Message[];
  readonly started: readonly StartedCall[];
}

/** A model that proposes one batch after the other; the transcript tells it how far it got. */
const modelOf = ({ batches }: CallerTurn): ChatModel => {
  const generate: ChatModel['generate'] = async ({ messages }): Promise<ModelResponse> => {
    const toolCalls = batches[messages.filter(({ role }) => role === 'assistant').length];
    return {
      message: { role: 'assistant', ...(toolCalls === undefined ? { text: 'Done.' } : { toolCalls }) },
      usage: { inputTokens: 1, outputTokens: 1 },
      stopReason: toolCalls === undefined ? 'end-turn' : 'tool-use',
    };
  };
  return {
    generate,
    async *stream(request) {
      yield { kind: 'done', response: await generate(request) };
    },
  };
};

const logOf = (kept: () => Kept, keep: (change: Partial<Kept>) => Promise<void>): TurnLog => ({
  started: (calls) => keep({ started: [...kept().started, ...calls] }),
  find: async (callIds) => callIds.flatMap((id) => kept().started.findLast(({ callId }) => callId === id) ?? []),
});

const resultOf = ({ callId, tool, status, output, untrusted }: ToolMessage): CallerResult => ({
  callId,
  tool,
  // The kit's word for whatever did not run and was not refused by a person.
  status: status === 'skipped' ? 'denied' : status,
  output,
  untrusted,
});

const run = async (turn: CallerTurn): Promise<CallerReport> => {
  const { executor, session, caller, saved, batches } = turn;
  let kept: Kept =
    saved === undefined ? { messages: [{ role: 'user', text: 'Go.' }], started: [] } : (saved as unknown as Kept); // as `keep` wrote it
  const keep = (change: Partial<Kept>): Promise<void> => {
    kept = { ...kept, ...change };
    return turn.save(kept as unknown as JsonValue); // messages and starts are plain JSON
  };
  const result = await runTurn({
    model: modelOf(turn),
    executor,
    messages: kept.messages,
    options: {
      session,
      caller,
      approvals: decisionsOf(turn.decisions, { spend: ({ request }) => turn.spend(request) }),
      log: logOf(() => kept, keep),
      onMessage: (message) => keep({ messages: [...kept.messages, message] }),
      forceClosingText: false,
      // The kit's model may propose what was refused as often as it likes.
      breaker: 1000,
    },
  });
  const pending = result.pendingApprovals.map(({ request }) => request);
  const waiting = batches.findIndex((batch) => batch.some(({ id }) => pending.some(({ callId }) => callId === id)));
  const told = new Set((waiting === -1 ? batches : batches.slice(0, waiting)).flat().map(({ id }) => id));
  const results = result.messages.filter((message): message is ToolMessage => message.role === 'tool');
  return { pending, results: results.filter(({ callId }) => told.has(callId)).map(resultOf) };
};

/** `runTurn` as the kit checks it: the transcript and the starts are what is saved. */
export const turnSubject: CallerSubject = callerSubject({ name: 'runTurn', run });
