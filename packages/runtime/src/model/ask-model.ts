import { isJson } from '@pawl/core';
import type { AssistantMessage, ProposedCall } from '../message/message.js';
import { messageOf, TurnFault } from '../turn/turn-fault.js';
import type { ChatModel, ModelRequest, ModelResponse } from './chat-model.js';

const streamed = async (
  model: ChatModel,
  request: ModelRequest,
  onText: (text: string) => void,
): Promise<ModelResponse> => {
  for await (const chunk of model.stream(request)) {
    if (request.signal?.aborted === true) break;
    if (chunk.kind === 'done') return chunk.response;
    onText(chunk.text);
  }
  throw new Error('its stream ended without an answer');
};

/** Waits for an answer, but not once the signal is aborted: `undefined` then, and the answer is nobody's. */
const unlessAborted = <T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> => {
  if (signal === undefined) return answer;
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
};

const isCall = (call: unknown): call is ProposedCall => {
  if (typeof call !== 'object' || call === null) return false;
  const { id, tool, args } = call as Partial<ProposedCall>; // each is looked at before it is believed
  return typeof id === 'string' && id !== '' && typeof tool === 'string' && (args === undefined || isJson(args));
};

const callOf = ({ id, tool, args }: ProposedCall): ProposedCall => ({
  id,
  tool,
  ...(args === undefined ? {} : { args }),
});

const checked = (response: ModelResponse): ModelResponse => {
  const refuse = (problem: string): TurnFault => new TurnFault('invalid-response', `the model's answer ${problem}`);
  const message: Partial<AssistantMessage> | undefined = response?.message;
  if (typeof message !== 'object' || message === null) throw refuse('has no `message`');
  const { text, toolCalls = [], meta } = message;
  if (text !== undefined && typeof text !== 'string') throw refuse('has a `text` that is no string');
  if (!Array.isArray(toolCalls) || !toolCalls.every(isCall)) {
    throw refuse('has a call without an `id` or `tool`, or with `args` that are not JSON');
  }
  if (meta !== undefined && !isJson(meta)) throw refuse('has a `meta` that is not JSON');
  return {
    ...response,
    message: {
      role: 'assistant',
      ...(text === undefined || text === '' ? {} : { text }),
      ...(toolCalls.length === 0 ? {} : { toolCalls: toolCalls.map(callOf) }),
      ...(message.untrusted === true ? { untrusted: true } : {}),
      ...(meta === undefined ? {} : { meta }),
    },
  };
};

/**
 * One answer of a model, checked; `undefined` where the signal came first.
 *
 * @throws {TurnFault} `model-failed`, `invalid-response`.
 */
export const askModel = async (
  model: ChatModel,
  request: ModelRequest,
  onText: ((text: string) => void) | undefined,
): Promise<ModelResponse | undefined> => {
  let response: ModelResponse | undefined;
  try {
    const answer = (async () =>
      onText === undefined ? await model.generate(request) : await streamed(model, request, onText))();
    response = await unlessAborted(answer, request.signal);
  } catch (error) {
    if (request.signal?.aborted === true) return undefined;
    throw new TurnFault('model-failed', `the model failed: ${messageOf(error)}`, error);
  }
  return response === undefined ? undefined : checked(response);
};
