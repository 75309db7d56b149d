import type { ApprovalRequest } from '@pawl/core';
import type { ActionResult } from './action-result.js';
import type { ProposalResume } from './proposal-resume.js';

/** What a proposal took. */
export interface ProposalCost {
  /** Tries that the gate let through. */
  readonly calls: number;
  /** Actions that ran and succeeded. What was denied or remembered is not among them. */
  readonly executed: number;
  /** Actions that a remembered success answered. */
  readonly remembered: number;
  /** Actions that failed. */
  readonly failed: number;
  /** Actions that the gate or a person refused. */
  readonly denied: number;
  /** Actions that were skipped because of others. */
  readonly skipped: number;
  /** Tries after the first of an action. */
  readonly retries: number;
  /** Milliseconds, of this run alone where the proposal was resumed. */
  readonly durationMs: number;
}

/** What every result of a proposal says. */
export interface ProposalResultBase {
  /** The proposal's, where it has one. */
  readonly id?: string;
  /** One for each action, in the order of the proposal. */
  readonly actions: readonly ActionResult[];
  /** What it took. */
  readonly cost: ProposalCost;
  /** Sentences for people: above all, what may remain outside of the state. */
  readonly warnings: readonly string[];
}

/** What became of a proposal. */
export type ProposalResult = ProposalResultBase &
  (
    | {
        /** Every action has run, or was left out as its `onFailure` allows. */
        readonly status: 'completed';
      }
    | {
        /** It waits for people. Hand `resume` back, with their answers in `approvals`, to go on. */
        readonly status: 'paused';
        /** What they are asked. */
        readonly pending: readonly ApprovalRequest[];
        /** What to go on from. */
        readonly resume: ProposalResume;
      }
    | {
        /** It ended early: by an action, or by the caller's signal. */
        readonly status: 'aborted' | 'cancelled';
        /** Why. */
        readonly reason: string;
        /** Whether the state is what it was before the proposal; where it is not, a warning says why. */
        readonly restored: boolean;
      }
  );
