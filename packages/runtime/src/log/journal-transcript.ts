import type { JsonValue } from '@pawl/core';
import type { Journal } from '@pawl/journal';
import type { Message } from '../message/message.js';
import type { MessageOrigin } from '../turn/turn-options.js';
import type { TurnState } from '../turn/turn-state.js';

/** What a journal holds of a turn: what `runTurn` needs to go on with it. */
export interface KeptTurn {
  /** The transcript, without those of workers. */
  readonly messages: readonly Message[];
  /** What `keepState` kept last, with what its workers have said since. */
  readonly state?: TurnState;
}

/** A transcript in a journal. */
export interface JournalTranscript {
  /** Keeps a message; hand it to `runTurn` as `options.onMessage`, and call it for what the turn did not say itself. */
  onMessage(message: Message, origin?: MessageOrigin): Promise<void>;
  /** Keeps what a run of the turn gave as `state`. */
  keepState(state: TurnState): Promise<void>;
  /** Reads back what was kept. The results of a batch stand in the order in which they came; `runTurn` knows. */
  load(): Promise<KeptTurn>;
}

const messageKind = 'message';
const stateKind = 'turn-state';

/** A state with what its workers said since it was kept: a run that died may have gone on with them. */
const withMessages = (state: TurnState, ofWorkers: ReadonlyMap<string, readonly Message[]>): TurnState => {
  const workers = Object.entries(state.workers).map(([id, worker]) => {
    const later = ofWorkers.get(id) ?? [];
    return [id, later.length === 0 ? worker : { ...worker, messages: [...worker.messages, ...later] }] as const;
  });
  return { ...state, workers: Object.fromEntries(workers) };
};

/**
 * Keeps a conversation in its journal, whole: whoever opens the journal in another process goes on with it. Results are
 * kept as layers left them, so a redacting layer belongs in the stack: a journal cannot forget.
 *
 * @throws {JournalError} from every method, as the journal does.
 * @example
 * ```ts
 * const transcript = journalTranscript(journal);
 * const { messages, ...kept } = await transcript.load(); // and its `state`, if there is one
 * const { onMessage } = transcript;
 * const result = await runTurn({ model, executor, messages, options: { journal, onMessage, ...kept } });
 * await transcript.keepState(result.state);
 * ```
 */
export const journalTranscript = (journal: Journal): JournalTranscript => ({
  onMessage: async (message, { worker } = {}) => {
    const data = { message, ...(worker === undefined ? {} : { worker }) };
    // A message is plain JSON.
    await journal.append('custom', { kind: messageKind, data: data as unknown as JsonValue });
  },
  keepState: async (state) => {
    // So is a state, save for members of specs that are `undefined`.
    await journal.append('custom', { kind: stateKind, data: JSON.parse(JSON.stringify(state)) });
  },
  load: async () => {
    const messages: Message[] = [];
    let state: TurnState | undefined;
    let ofWorkers = new Map<string, Message[]>();
    for await (const event of journal.events()) {
      if (event.type !== 'custom') continue;
      const { kind, data } = event.data;
      // What these two kinds hold was written above, and is signed.
      if (kind === stateKind) {
        state = data as unknown as TurnState;
        ofWorkers = new Map();
      }
      if (kind !== messageKind) continue;
      const { message, worker } = data as unknown as { readonly message: Message } & MessageOrigin;
      if (worker === undefined) {
        messages.push(message);
        continue;
      }
      const said = ofWorkers.get(worker.id) ?? [];
      said.push(message);
      ofWorkers.set(worker.id, said);
    }
    return { messages, ...(state === undefined ? {} : { state: withMessages(state, ofWorkers) }) };
  },
});
