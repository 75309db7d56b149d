import type { ToolSpec } from '@pawl/core';
import type { AssistantMessage, Message } from '../message/message.js';
import type { Usage } from './usage.js';

/** What a model is asked. */
export interface ModelRequest {
  /** The conversation so far. */
  readonly messages: readonly Message[];
  /** The tools that it may call. */
  readonly tools: readonly ToolSpec[];
  /** `'none'`: it must answer in text. Default: `'auto'`. */
  readonly toolChoice?: 'auto' | 'none';
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

/** Why a model stopped. */
export type StopReason = 'end-turn' | 'tool-use' | 'max-tokens' | 'refusal' | 'other';

/** What a model answers. */
export interface ModelResponse {
  /** What it says and proposes. */
  readonly message: AssistantMessage;
  /** What the answer used. */
  readonly usage: Usage;
  /** Why it stopped. */
  readonly stopReason: StopReason;
}

/** A part of an answer: text as it comes, then the whole answer once. */
export type ModelChunk =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'done'; readonly response: ModelResponse };

/** A chat model of any provider. Ids of calls must be unique in a conversation. */
export interface ChatModel {
  /** What records call it. */
  readonly name?: string;
  /** One answer. Rejects where there is none. */
  generate(request: ModelRequest): Promise<ModelResponse>;
  /** The same answer in parts. */
  stream(request: ModelRequest): AsyncIterable<ModelChunk>;
}
