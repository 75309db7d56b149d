import type { ApprovalRequest, ToolFailure, ToolProgress } from '@pawl/core';
import type { TurnCallEvent, TurnChangeEvent } from '../turn/turn-event.js';
import type { ActionResult } from './action-result.js';

/** What every event about one action says. */
export interface ProposalActionEvent {
  /** The action's id. */
  readonly action: string;
}

/** What happens in a proposal, by its type. */
export type ProposalEvent =
  | (ProposalActionEvent &
      (
        | TurnChangeEvent
        /** A try is started; 1 is the first. */
        | (TurnCallEvent & { readonly type: 'started'; readonly attempt: number })
        /** A tool says how far it has come. */
        | (TurnCallEvent & { readonly type: 'progress'; readonly progress: ToolProgress })
        /** A try failed, and after `delayMs` milliseconds there is another. */
        | (TurnCallEvent & {
            readonly type: 'retry';
            readonly attempt: number;
            readonly delayMs: number;
            readonly failure: ToolFailure;
          })
        /** An action has its result; what it changed was applied. Not for what waits or did not run. */
        | { readonly type: 'result'; readonly result: ActionResult }
      ))
  /** Every action has its result. */
  | { readonly type: 'completed' }
  /** People must be asked. */
  | { readonly type: 'paused'; readonly pending: readonly ApprovalRequest[] }
  /** Nothing more starts, and what ran has ended. */
  | { readonly type: 'aborted' | 'cancelled'; readonly reason: string }
  /** After `aborted` or `cancelled`: whether the state is what it was before the proposal. */
  | { readonly type: 'restored'; readonly restored: boolean };
