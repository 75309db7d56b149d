import type { DelegateRecord } from '../delegation/delegate-record.js';
import type { Message } from '../message/message.js';
import type { Usage } from '../model/usage.js';
import type { TurnState } from './turn-state.js';

/** Why a turn broke. */
export type TurnErrorCode =
  /** The model rejected. */
  | 'model-failed'
  /** What the model answered is no answer. */
  | 'invalid-response'
  /** The transcript cannot be gone on with. */
  | 'invalid-transcript'
  /** An option cannot be used, or an executor owns a reserved name. */
  | 'invalid-option'
  /** `onMessage`, the log or the journal could not keep something, so nothing more was started. */
  | 'not-kept';

/** How far a turn had come. */
export interface TurnProgress {
  /** The transcript so far. Give it to `runTurn` to go on. */
  readonly messages: readonly Message[];
  /** What model calls used so far. */
  readonly usage: Usage;
  /** The delegations so far, in the order in which they ended. */
  readonly delegations: readonly DelegateRecord[];
  /** What to hand back as `options.state`. */
  readonly state: TurnState;
}

/** A turn broke. It carries what there is of it, so that nothing is lost. */
export class TurnError extends Error implements TurnProgress {
  override readonly name = 'TurnError';
  /** Why. */
  readonly code: TurnErrorCode;
  /** The transcript so far. */
  readonly messages: readonly Message[];
  /** What model calls used so far. */
  readonly usage: Usage;
  /** The delegations so far, in the order in which they ended. */
  readonly delegations: readonly DelegateRecord[];
  /** What to hand back as `options.state`. */
  readonly state: TurnState;

  constructor(message: string, init: TurnProgress & { readonly code: TurnErrorCode; readonly cause?: unknown }) {
    super(message, init.cause === undefined ? undefined : { cause: init.cause });
    this.code = init.code;
    this.messages = init.messages;
    this.usage = init.usage;
    this.delegations = init.delegations;
    this.state = init.state;
  }
}
