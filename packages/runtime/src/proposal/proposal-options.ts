import type { Clock, DispatchContext, ToolExecutor } from '@pawl/core';
import type { Journal } from '@pawl/journal';
import type { ApprovalPort } from '../approval/approval-port.js';
import type { TurnLog } from '../log/turn-log.js';
import type { Proposal } from './action.js';
import type { IdempotencyMemory } from './idempotency-memory.js';
import type { ProposalEvent } from './proposal-event.js';
import type { ProposalResume } from './proposal-resume.js';
import type { RetryDelays } from './retry-delays.js';
import type { StateStore } from './state-store.js';

/** How a proposal runs. */
export interface ProposalOptions {
  /** The conversation. Default: none. */
  readonly session?: string;
  /** On whose behalf. Default: nobody's. */
  readonly caller?: string;
  /** Ends the proposal; it reaches the tools that are running. Default: never. */
  readonly signal?: AbortSignal;
  /** What `dispatch` is told of every call. Once a result is untrusted, later calls are tainted. Default: its defaults. */
  readonly context?: Omit<DispatchContext, 'approved'>;
  /** The answers of people. Default: there are none, so whatever asks pauses the proposal. */
  readonly approvals?: ApprovalPort;
  /** What a paused result carried, or `onResume` kept last. Default: the proposal begins. */
  readonly resume?: ProposalResume;
  /**
   * Keeps what the proposal goes on from, in place of what it kept before. Awaited before the first action, after each
   * try, and before the state is changed or restored, so that a crash at any time loses nothing: see `resume`. Once the
   * proposal has ended, what was kept is to be dropped. Default: nothing is kept.
   */
  readonly onResume?: (resume: ProposalResume) => void | Promise<void>;
  /** Where every call and what became of it is recorded, starts before they run. Needs an id. Default: nowhere. */
  readonly journal?: Journal;
  /** Where starts are kept without a journal. Needs an id. Default: in what `onResume` keeps, if it is given. */
  readonly log?: TurnLog;
  /** Hears what happens; whatever it throws is dropped. Default: nobody. */
  readonly onEvent?: (event: ProposalEvent) => void;
  /** What mutations are applied to; needed by actions with `expectedEffects`. Default: there is no state. */
  readonly state?: StateStore;
  /** Successes of idempotent actions. Default: none are remembered. */
  readonly idempotency?: IdempotencyMemory;
  /** How long to wait between tries. Default: 100 ms, doubled each time, 30 s at most, the upper half of it at random. */
  readonly delays?: RetryDelays;
  /** What waits between tries are measured by. Default: the context's, or the machine's. */
  readonly clock?: Clock;
  /** Milliseconds, for durations. Default: `performance.now()`. */
  readonly now?: () => number;
}

/** What `runProposal` takes. */
export interface ProposalInput {
  /** What runs the tools. */
  readonly executor: ToolExecutor;
  /** What to run. */
  readonly proposal: Proposal;
  /** How. */
  readonly options?: ProposalOptions;
}
