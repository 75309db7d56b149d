import type { AssistantMessage } from '../message/message.js';
import type { ChatModel, ModelChunk, ModelRequest, ModelResponse } from './chat-model.js';

/** An answer as a script has it: whole, or only its message. */
export type ScriptedAnswer = ModelResponse | Omit<AssistantMessage, 'role'>;

/** One step of a script. */
export type ScriptedStep = ScriptedAnswer | ((request: ModelRequest) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** A model that says what it was told to. */
export interface ScriptedModel extends ChatModel {
  /** What it was asked, in order. */
  readonly requests: readonly ModelRequest[];
}

const isResponse = (answer: ScriptedAnswer): answer is ModelResponse => 'message' in answer;

const responseOf = (answer: ScriptedAnswer): ModelResponse =>
  isResponse(answer)
    ? answer
    : {
        message: { role: 'assistant', ...answer },
        usage: { inputTokens: 1, outputTokens: 1 },
        stopReason: (answer.toolCalls?.length ?? 0) > 0 ? 'tool-use' : 'end-turn',
      };

/**
 * A model for tests: it gives the answers of a script, one a request, and keeps what it was asked. It rejects once it is
 * asked more than the script has.
 *
 * @example
 * ```ts
 * const model = scriptedModel([
 *   { toolCalls: [{ id: 'c1', tool: 'read', args: { path: 'notes.md' } }] },
 *   { text: 'The note says: buy milk.' },
 * ]);
 * ```
 */
export const scriptedModel = (steps: readonly ScriptedStep[], name = 'scripted'): ScriptedModel => {
  const requests: ModelRequest[] = [];
  const generate = async (request: ModelRequest): Promise<ModelResponse> => {
    // The caller's array grows; what was asked is what it held then.
    requests.push({ ...request, messages: [...request.messages] });
    const step = steps[requests.length - 1];
    if (step === undefined) {
      throw new Error(`the script of model ${name} has ${steps.length} answers, and was asked for one more`);
    }
    return responseOf(typeof step === 'function' ? await step(request) : step);
  };
  const stream = async function* (request: ModelRequest): AsyncGenerator<ModelChunk> {
    const response = await generate(request);
    for (const text of response.message.text?.match(/\S+\s*|\s+/g) ?? []) yield { kind: 'text', text };
    yield { kind: 'done', response };
  };
  return { name, requests, generate, stream };
};
