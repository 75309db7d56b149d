import { runBatch } from '../batch/run-batch.js';
import type { WorkerRef } from '../delegation/worker-ref.js';
import type { HandoffRequest } from '../handoff/handoff-descriptor.js';
import type { AssistantMessage } from '../message/message.js';
import { readTranscript, type Transcript } from '../message/transcript.js';
import { askModel } from '../model/ask-model.js';
import type { ModelRequest } from '../model/chat-model.js';
import { noUsage } from '../model/usage.js';
import { acceptMessage } from './accept-message.js';
import { checkOptions } from './check-options.js';
import { Turn } from './turn.js';
import { TurnError, type TurnErrorCode } from './turn-error.js';
import { messageOf, TurnFault } from './turn-fault.js';
import type { TurnInput } from './turn-input.js';
import type { TurnResult, TurnStop } from './turn-result.js';

type End =
  | { readonly status: 'completed' | 'paused' }
  | { readonly status: 'stopped'; readonly stop: TurnStop }
  | { readonly status: 'handoff'; readonly handoff: HandoffRequest };

const resultOf = (turn: Turn, end: End): TurnResult => ({
  ...end,
  messages: turn.messages,
  pendingApprovals: turn.pending,
  usage: turn.usage,
  steps: turn.steps,
  ...(turn.stopReason === undefined ? {} : { stopReason: turn.stopReason }),
  unattendedDenials: turn.unattendedDenials,
  delegations: turn.records,
  taint: turn.taint(),
  state: turn.state(),
});

/** Asks the model once; `undefined` where the turn was stopped meanwhile. */
const ask = async (turn: Turn, toolChoice: 'auto' | 'none'): Promise<AssistantMessage | undefined> => {
  const { signal } = turn.watch;
  turn.emit({ type: 'step', step: turn.steps + 1 });
  const request: ModelRequest = {
    messages: turn.messages,
    tools: turn.catalogue.advertised(),
    toolChoice,
    ...(signal === undefined ? {} : { signal }),
  };
  const onText = turn.options.streamText === true ? (text: string) => turn.emit({ type: 'text', text }) : undefined;
  const response = await askModel(turn.model, request, onText);
  if (response === undefined) return undefined;
  turn.steps++;
  turn.spend(response.usage);
  turn.stopReason = response.stopReason;
  return response.message;
};

const add = async (turn: Turn, message: AssistantMessage): Promise<void> => {
  await turn.keep(message);
  turn.messages.push(message);
  turn.emit({ type: 'message', message });
};

/** What the end of a batch means for the turn: nothing, where it goes on. */
const afterBatch = (turn: Turn, handoff: HandoffRequest | undefined): End | undefined => {
  if (turn.watch.stop !== undefined && turn.pending.length === 0) return { status: 'stopped', stop: turn.watch.stop };
  if (handoff !== undefined) return { status: 'handoff', handoff };
  if (turn.pending.length > 0) return { status: 'paused' };
  return turn.reproposals >= (turn.options.breaker ?? 3) ? { status: 'stopped', stop: 'breaker' } : undefined;
};

/** Asks for a text where tools ran and nothing was said. */
const close = async (turn: Turn, last: AssistantMessage): Promise<End> => {
  const silent = last.text === undefined || last.text.trim() === '';
  if (silent && turn.ran && turn.options.forceClosingText !== false) {
    const closing = await ask(turn, 'none');
    if (closing === undefined) return { status: 'stopped', stop: turn.watch.stop ?? 'cancelled' };
    const { toolCalls, ...message } = closing;
    if (toolCalls !== undefined) turn.emit({ type: 'ignored-calls', calls: toolCalls });
    await add(turn, message);
  }
  return { status: 'completed' };
};

const step = async (turn: Turn): Promise<End | undefined> => {
  const answer = await ask(turn, 'auto');
  if (answer === undefined) return { status: 'stopped', stop: turn.watch.stop ?? 'cancelled' };
  const message = acceptMessage(answer, turn.ids);
  const calls = message.toolCalls ?? [];
  // A message that says nothing and proposes nothing is no message; the closing text stands for it.
  if (calls.length === 0) {
    if (message.text !== undefined || !turn.ran) await add(turn, message);
    return close(turn, message);
  }
  await add(turn, message);
  return afterBatch(turn, await runBatch(turn, { at: turn.messages.length - 1, calls, resumed: false }));
};

const loop = async (turn: Turn): Promise<End> => {
  const { open } = turn;
  if (open !== undefined) {
    const end = afterBatch(turn, await runBatch(turn, { ...open, resumed: true }));
    if (end !== undefined) return end;
  }
  const { maxSteps = 50 } = turn.options;
  while (turn.steps < maxSteps) {
    if (turn.watch.stop !== undefined) return { status: 'stopped', stop: turn.watch.stop };
    const end = await step(turn);
    if (end !== undefined) return end;
  }
  return { status: 'stopped', stop: 'max-steps' };
};

const emptyState = { workers: {}, recovered: [], hatchUsed: false };

const begin = (input: TurnInput): Transcript => {
  const { messages, options: { state = emptyState } = {} } = input;
  const refuse = (code: TurnErrorCode, message: string, cause: unknown): TurnError =>
    new TurnError(message, { code, cause, messages, usage: noUsage, delegations: [], state });
  try {
    checkOptions(input.options ?? {}, input.executor);
  } catch (error) {
    throw refuse('invalid-option', messageOf(error), undefined);
  }
  try {
    return readTranscript(messages);
  } catch (error) {
    throw refuse('invalid-transcript', `the transcript cannot be gone on with: ${messageOf(error)}`, error);
  }
};

const asTurnError = (turn: Turn, error: unknown): TurnError => {
  const progress = { messages: turn.messages, usage: turn.usage, delegations: turn.records, state: turn.state() };
  const { code, cause } = error instanceof TurnFault ? error : { code: 'invalid-response' as const, cause: error };
  return new TurnError(messageOf(error), { ...progress, code, cause });
};

/** Runs a turn, of a worker where one is named. @throws {TurnError} */
export const driveTurn = async (input: TurnInput, worker?: WorkerRef): Promise<TurnResult> => {
  const turn = new Turn(input, begin(input), { worker, nested: driveTurn });
  try {
    const end = await loop(turn);
    await turn.recorder.flush();
    return resultOf(turn, end);
  } catch (error) {
    throw asTurnError(turn, error);
  } finally {
    turn.watch.end();
  }
};
