import type { ShareInCeiling } from '@pawl/core';
import type { ChatModel } from '../model/chat-model.js';

/** An agent that tasks may be given to. Written by the operator, never by a model. */
export interface DelegateDescriptor {
  /** Its name, as the model uses it. */
  readonly agent: string;
  /** What it is good for, for the model that delegates. */
  readonly description?: string;
  /** What it is told before its task. */
  readonly instructions: string;
  /** The model that it runs on. */
  readonly model: ChatModel;
  /** Names of the tools that it may use; every other one is unknown to it. */
  readonly tools: readonly string[];
  /** How many model calls it has. Default: those of the turn. */
  readonly maxSteps?: number;
  /** What of the parent's files it may be given. Default: nothing. */
  readonly shareIn?: ShareInCeiling;
}
