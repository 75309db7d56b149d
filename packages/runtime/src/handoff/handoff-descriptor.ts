import type { JsonValue } from '@pawl/core';

/** An agent that the conversation may be handed to. */
export interface HandoffDescriptor {
  /** Its name, as the model uses it. */
  readonly agent: string;
  /** What it is good for, for the model that hands off. */
  readonly description?: string;
}

/** A model wants to leave the conversation to another agent. */
export interface HandoffRequest {
  /** The call. */
  readonly callId: string;
  /** The agent. */
  readonly agent: string;
  /** Why. */
  readonly reason?: string;
  /** What the other agent should know. */
  readonly context?: JsonValue;
  /** Whether untrusted content was in the context, so that what the model wrote is untrusted too. */
  readonly untrusted: boolean;
}
