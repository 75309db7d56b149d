import { callSignature } from './call-signature.js';
import type { AssistantMessage, Message, ProposedCall, ToolMessage } from './message.js';
import { delegateToolName } from './reserved-tools.js';

/** The code of a result that says: a person refused the same call before. */
export const refusedBefore = 'refused-before';

/** The code of a delegation that a limit kept from starting. */
export const delegationLimit = 'delegation-limit';

/** A batch that has calls without a result. */
export interface OpenBatch {
  /** Where its assistant message is. */
  readonly at: number;
  /** The calls that have no result yet, in call order. */
  readonly calls: readonly ProposedCall[];
}

/** What a transcript says to the turn that goes on with it. */
export interface Transcript {
  /** The messages; the results of a batch in call order. */
  readonly messages: readonly Message[];
  /** The batch that the last run left open. */
  readonly open?: OpenBatch;
  /** All call ids in use. */
  readonly ids: ReadonlySet<string>;
  /** Signatures of the calls that a person refused since the last user message. */
  readonly refused: ReadonlySet<string>;
  /** How often such a call was proposed again since then. */
  readonly reproposals: number;
  /** Delegations since then. */
  readonly delegations: number;
  /** Whether a tool ran since then. */
  readonly ran: boolean;
}

/** Why a transcript cannot be gone on with. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
}

interface Block {
  readonly at: number;
  readonly calls: readonly ProposedCall[];
  readonly results: Map<string, ToolMessage>;
}

const callsOf = (message: AssistantMessage): readonly ProposedCall[] => message.toolCalls ?? [];

const isOpen = (block: Block | undefined): block is Block =>
  block !== undefined && block.results.size < block.calls.length;

class Reader {
  readonly messages: Message[] = [];
  readonly ids = new Set<string>();
  block: Block | undefined;
  /** Messages that came between the results of a block: they go behind them. */
  #behind: Message[] = [];

  read(message: Message): void {
    if (message.role === 'tool') this.#result(message);
    else if (message.role === 'assistant') this.#propose(message);
    else (isOpen(this.block) ? this.#behind : this.messages).push(message);
  }

  #propose(message: AssistantMessage): void {
    if (isOpen(this.block)) {
      const open = this.block.calls.find(({ id }) => !this.block?.results.has(id));
      throw new TranscriptError(`call ${JSON.stringify(open?.id)} has no result, but the model spoke after it`);
    }
    this.#close();
    for (const { id } of callsOf(message)) {
      if (this.ids.has(id)) throw new TranscriptError(`two calls have the id ${JSON.stringify(id)}`);
      this.ids.add(id);
    }
    this.messages.push(message);
    this.block = { at: this.messages.length - 1, calls: callsOf(message), results: new Map() };
  }

  #result(message: ToolMessage): void {
    const id = JSON.stringify(message.callId);
    if (this.block?.calls.some((call) => call.id === message.callId) !== true) {
      throw new TranscriptError(`a result names call ${id}, which the message before it does not propose`);
    }
    if (this.block.results.has(message.callId)) throw new TranscriptError(`call ${id} has two results`);
    this.block.results.set(message.callId, message);
    if (!isOpen(this.block)) this.#close();
  }

  /** Puts the results of the block behind its message, in call order, and then what had come between. */
  #close(): void {
    if (this.block !== undefined) {
      const { at, calls, results } = this.block;
      const kept = calls.flatMap(({ id }) => results.get(id) ?? []);
      this.messages.splice(at + 1, 0, ...kept);
      this.messages.push(...this.#behind);
    }
    this.#behind = [];
    this.block = undefined;
  }

  end(): OpenBatch | undefined {
    const { block } = this;
    const open = isOpen(block)
      ? { at: block.at, calls: block.calls.filter(({ id }) => !block.results.has(id)) }
      : undefined;
    this.#close();
    return open;
  }
}

const sinceUser = (messages: readonly Message[]): readonly Message[] =>
  messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);

const countsOf = (messages: readonly Message[]): Omit<Transcript, 'messages' | 'open' | 'ids'> => {
  const proposed = new Map<string, ProposedCall>();
  const refused = new Set<string>();
  let [reproposals, delegations, ran] = [0, 0, false];
  for (const message of sinceUser(messages)) {
    if (message.role === 'assistant') for (const call of callsOf(message)) proposed.set(call.id, call);
    if (message.role !== 'tool') continue;
    if (message.status === 'executed' || message.status === 'failed') ran = true;
    if (message.code === refusedBefore) reproposals++;
    if (message.tool === delegateToolName && message.code !== delegationLimit) delegations++;
    const call = proposed.get(message.callId);
    if (message.status === 'refused' && call !== undefined) refused.add(callSignature(call));
  }
  return { refused, reproposals, delegations, ran };
};

/**
 * Reads a transcript: puts results in call order, finds the batch that is open, and what people refused.
 *
 * @throws {TranscriptError} for a result without its call, a call with two, an id used twice, an open call in the middle.
 */
export const readTranscript = (messages: readonly Message[]): Transcript => {
  const reader = new Reader();
  for (const message of messages) reader.read(message);
  const open = reader.end();
  return {
    messages: reader.messages,
    ids: reader.ids,
    ...countsOf(reader.messages),
    ...(open === undefined ? {} : { open }),
  };
};

/** Puts results to the batch at `at`, in call order, into `messages`. */
export const placeResults = (messages: Message[], at: number, fresh: readonly ToolMessage[]): void => {
  const owner = messages[at];
  if (owner?.role !== 'assistant') throw new TypeError(`there is no batch at ${at}`);
  const results = new Map(fresh.map((message) => [message.callId, message]));
  let end = at + 1;
  for (let next = messages[end]; next?.role === 'tool'; next = messages[++end]) results.set(next.callId, next);
  const ordered = callsOf(owner).flatMap(({ id }) => results.get(id) ?? []);
  messages.splice(at + 1, end - at - 1, ...ordered);
};
