import { generateKeyPairSync } from 'node:crypto';
import type { JsonValue } from '@pawl/core';
import { ed25519Signer, type Journal, keyRing, memoryJournal } from '@pawl/journal';
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
  journalTranscript,
  type Message,
  type ModelResponse,
  runTurn,
  type StartedCall,
  type ToolMessage,
  type TurnLog,
  type TurnOptions,
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

/** Where a run keeps what must survive it. */
interface Durable {
  readonly messages: readonly Message[];
  readonly options: Pick<TurnOptions, 'log' | 'journal' | 'onMessage'>;
}

const question: Message = { role: 'user', text: 'Go.' };

const run = async (turn: CallerTurn, { messages, options }: Durable): Promise<CallerReport> => {
  const { executor, session, caller, batches } = turn;
  const result = await runTurn({
    model: modelOf(turn),
    executor,
    messages,
    options: {
      ...options,
      session,
      caller,
      approvals: decisionsOf(turn.decisions, { spend: ({ request }) => turn.spend(request) }),
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

const inSaved = (turn: CallerTurn): Durable => {
  let kept: Kept = turn.saved === undefined ? { messages: [question], started: [] } : (turn.saved as unknown as Kept); // as `keep` wrote it
  const keep = (change: Partial<Kept>): Promise<void> => {
    kept = { ...kept, ...change };
    return turn.save(kept as unknown as JsonValue); // messages and starts are plain JSON
  };
  return {
    messages: kept.messages,
    options: {
      log: logOf(() => kept, keep),
      onMessage: (message) => keep({ messages: [...kept.messages, message] }),
    },
  };
};

/** `runTurn` as the kit checks it: the transcript and the starts are what is saved. */
export const turnSubject: CallerSubject = callerSubject({
  name: 'runTurn',
  run: (turn) => run(turn, inSaved(turn)),
});

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const signer = ed25519Signer(privateKey);
const keys = keyRing([{ key: publicKey, uses: ['journal'] }]);

/** A journal whose process can die before an event is stored, and after it, when nobody hears of it. */
const mortal = (journal: Journal, reach: () => Promise<void>): Journal => ({
  session: journal.session,
  append: async (type, data) => {
    await reach();
    const event = await journal.append(type, data);
    await reach();
    return event;
  },
  events: (from) => journal.events(from),
  subscribe: (listener) => journal.subscribe(listener),
  head: () => journal.head(),
  checkpoint: () => journal.checkpoint(),
  rotate: (next) => journal.rotate(next),
  close: () => journal.close(),
  [Symbol.asyncDispose]: () => journal[Symbol.asyncDispose](),
});

/** What survives here is the journal; the kit's `saved` only says which. */
const inJournal = (): ((turn: CallerTurn) => Promise<Durable>) => {
  const journals: Journal[] = [];
  return async (turn) => {
    const at = typeof turn.saved === 'number' ? turn.saved : journals.length;
    journals[at] ??= memoryJournal({ session: turn.session, signer, keys });
    const journal = mortal(journals[at], () => turn.save(at));
    const transcript = journalTranscript(journal);
    const { messages } = await transcript.load();
    if (messages.length === 0) await transcript.onMessage(question);
    return {
      messages: messages.length === 0 ? [question] : messages,
      options: { journal, onMessage: transcript.onMessage },
    };
  };
};

/** `runTurn` with a journal, from which alone a new process goes on. */
export const journalSubject: CallerSubject = (() => {
  const durable = inJournal();
  return callerSubject({ name: 'runTurn with a journal', run: async (turn) => run(turn, await durable(turn)) });
})();
