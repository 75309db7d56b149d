import type { ToolExecutor } from '@pawl/core';
import type { Message } from '../message/message.js';
import type { ChatModel } from '../model/chat-model.js';
import type { TurnOptions } from './turn-options.js';

/** What a turn is made of. */
export interface TurnInput {
  /** Whom to ask. */
  readonly model: ChatModel;
  /** Whose tools it may call. */
  readonly executor: ToolExecutor;
  /** The transcript so far. */
  readonly messages: readonly Message[];
  /** How it runs. */
  readonly options?: TurnOptions;
}
