import type { Clock, GrantPolicy, SchemaValidator } from '@pawl/core';
import type { Journal } from '@pawl/journal';
import type { ApprovalPort } from '../approval/approval-port.js';
import type { DelegateDescriptor } from '../delegation/delegate-descriptor.js';
import type { WorkerRef } from '../delegation/worker-ref.js';
import type { HandoffDescriptor } from '../handoff/handoff-descriptor.js';
import type { TurnLog } from '../log/turn-log.js';
import type { Message } from '../message/message.js';
import type { TurnEvent } from './turn-event.js';
import type { TurnState } from './turn-state.js';

/** Where a message belongs. */
export interface MessageOrigin {
  /** The delegated worker whose transcript it joined; missing for the turn's own. */
  readonly worker?: WorkerRef;
}

/** How a turn runs. Every field may be left out. */
export interface TurnOptions {
  /** The conversation, as calls and approvals know it. */
  readonly session?: string;
  /** On whose behalf tools are called. */
  readonly caller?: string;
  /** Model calls before the turn is stopped. Default: 50. */
  readonly maxSteps?: number;
  /** Milliseconds before the turn is stopped. Default: no limit. */
  readonly timeoutMs?: number;
  /** Stops the turn; tools that run are told. */
  readonly signal?: AbortSignal;
  /** What tools are granted. Default: the five ordinary capabilities. */
  readonly policy?: GrantPolicy;
  /** Whether the turn starts with untrusted content in its context, whatever the transcript says. Default: `false`. */
  readonly untrustedSeed?: boolean;
  /** The only tools to advertise, by name. Default: all of the executor's. */
  readonly tools?: readonly string[];
  /** Whether a call that the sandbox would refuse goes to a person instead. Default: `false`. */
  readonly escalateSandboxDenials?: boolean;
  /** Whether a call of a tool that is not advertised may bring tools back, once a turn. Default: `false`. */
  readonly escapeHatch?: boolean;
  /** Whether nobody is there to ask: what would ask is refused and listed. Default: `false`. */
  readonly unattended?: boolean;
  /** The answers of people. Default: none, so everything that asks pauses the turn. */
  readonly approvals?: ApprovalPort;
  /** How often a refused call may be proposed again before the turn is stopped. Default: 3. */
  readonly breaker?: number;
  /** Whether a turn that ran tools and said nothing is asked for a text. Default: `true`. */
  readonly forceClosingText?: boolean;
  /** Agents that tasks may be given to. Default: none, and the model has no tool for it. */
  readonly delegates?: readonly DelegateDescriptor[];
  /** Delegations in one batch. Default: 4. */
  readonly maxFanout?: number;
  /** Delegations in the whole turn. Default: 16. */
  readonly delegateBudget?: number;
  /** Agents that the conversation may be handed to. Default: none, and the model has no tool for it. */
  readonly handoffs?: readonly HandoffDescriptor[];
  /** Where calls, decisions and results are recorded; also the log of what was started. Default: nowhere. */
  readonly journal?: Journal;
  /** Where it is kept what was started, for callers without a journal. Default: the journal, if there is one. */
  readonly log?: TurnLog;
  /**
   * Keeps a message; awaited before the turn goes on. Results come as their tools end; what is read back may hold them in
   * that order. Where it rejects, nothing more is started.
   */
  readonly onMessage?: (message: Message, origin: MessageOrigin) => void | Promise<void>;
  /** Hears what happens. One that throws breaks nothing. */
  readonly onEvent?: (event: TurnEvent) => void;
  /** Whether the model is asked for its text as it comes, for `text` events. Default: `false`; `true` in `streamTurn`. */
  readonly streamText?: boolean;
  /** Needed by tools whose calls carry a schema of what they return. */
  readonly validate?: SchemaValidator;
  /** Where time comes from. Default: the machine's. */
  readonly clock?: Clock;
  /** Milliseconds that a member of the executor may take to judge a call. Default: 30,000. */
  readonly memberTimeoutMs?: number;
  /** Milliseconds that a tool may take. Default: 300,000. */
  readonly callTimeoutMs?: number;
  /** What an earlier run of this turn gave as `state`. */
  readonly state?: TurnState;
}
