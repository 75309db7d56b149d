import type { FailureOutcome, JsonObject, JsonValue } from '@pawl/core';

/** What the operator tells the model. */
export interface SystemMessage {
  /** Who speaks. */
  readonly role: 'system';
  /** What is said. */
  readonly text: string;
  /** Whether somebody outside may have written it, so that it taints. Missing: `false`. */
  readonly untrusted?: boolean;
}

/** What a person says, or what the caller puts in their place, such as a summary. */
export interface UserMessage {
  /** Who speaks. */
  readonly role: 'user';
  /** What is said. */
  readonly text: string;
  /** Whether somebody outside may have written it, as with a pasted mail, so that it taints. Missing: `false`. */
  readonly untrusted?: boolean;
}

/** A call as the model proposes it. */
export interface ProposedCall {
  /** Unique in the transcript. */
  readonly id: string;
  /** The tool's name. */
  readonly tool: string;
  /** The arguments; left out where there are none. */
  readonly args?: JsonValue;
  /** The id that the model gave, where it was used before: such a call gets another id and does not run. */
  readonly duplicateOf?: string;
}

/** What the model says and proposes. */
export interface AssistantMessage {
  /** Who speaks. */
  readonly role: 'assistant';
  /** What is said. */
  readonly text?: string;
  /** One batch. */
  readonly toolCalls?: readonly ProposedCall[];
  /** Whether somebody outside may have written it. Missing: `false`. */
  readonly untrusted?: boolean;
  /** What the provider wants back with the message, such as a signature of its reasoning. */
  readonly meta?: JsonObject;
}

/**
 * What became of a call. `denied`: the gate said no, nothing ran. `refused`: a person said no, nothing ran. `skipped`:
 * nothing ran for another reason. `unknown`: the call was interrupted and may have run.
 */
export type ToolStatus = 'executed' | 'failed' | 'denied' | 'refused' | 'skipped' | 'unknown';

/** The one result of a call. */
export interface ToolMessage {
  /** Who speaks. */
  readonly role: 'tool';
  /** The call that it answers. */
  readonly callId: string;
  /** The tool's name. */
  readonly tool: string;
  /** What became of the call. */
  readonly status: ToolStatus;
  /** What the model sees: the tool's output, or a sentence that says why there is none. */
  readonly output: JsonValue;
  /** Whether somebody outside may have written the output, so that it taints. */
  readonly untrusted: boolean;
  /** Internal notes of layers. They go before the output when the model reads it, and are not for the person. */
  readonly notes?: readonly string[];
  /** Why, for machines: the code of the failure. */
  readonly code?: string;
  /** What is known of the outside world after a failure. */
  readonly outcome?: FailureOutcome;
}

/** One message of a transcript. Plain JSON, so that a transcript can be stored and read back. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;
