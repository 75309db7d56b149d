import type { ApprovalRequest, JsonValue, ToolExecution, ToolFailure } from '@pawl/core';

/** What every result of an action says. */
export interface ActionResultBase {
  /** The action's. */
  readonly id: string;
  /** The tool's name. */
  readonly tool: string;
  /** Tries that the gate let through. */
  readonly attempts: number;
  /** Milliseconds from the first try to the last, waits included. */
  readonly durationMs: number;
}

/** What became of an action. */
export type ActionResult = ActionResultBase &
  (
    | {
        /** It ran, or a remembered success of the same call answered for it. */
        readonly status: 'executed' | 'remembered';
        /** The whole result. Its mutations were applied, save where the proposal waits for another action of its level. */
        readonly execution: ToolExecution;
        /** Whether it may hold text that somebody outside wrote. */
        readonly untrusted: boolean;
        /** Internal notes to place before the result. */
        readonly notes: readonly string[];
      }
    | {
        /** The last try failed, or the call was none. */
        readonly status: 'failed';
        /** Why. */
        readonly failure: ToolFailure;
        /** Whether its text may have been written by somebody outside. */
        readonly untrusted: boolean;
      }
    | {
        /** The gate or a person refused it, and it did not run. */
        readonly status: 'denied';
        /** Why. */
        readonly reason: string;
      }
    | {
        /** It waits for a person. */
        readonly status: 'pending';
        /** What the person is asked. */
        readonly request: ApprovalRequest;
      }
    | {
        /** It did not run: an action that it depends on did not succeed, or the proposal ended or paused before. */
        readonly status: 'skipped' | 'not-run';
        /** Why. */
        readonly reason: string;
      }
  );

/** Whether it has no end yet, so that the action may still run. */
export const isOpen = ({ status }: ActionResult): boolean => status === 'pending' || status === 'not-run';

/** A failure as plain JSON; its `cause` stays behind. */
export interface FailureRecord {
  /** The sentence. */
  readonly message: string;
  /** What went wrong, for machines. */
  readonly code: string;
  /** Whether it ends the proposal whatever was chosen. */
  readonly terminal: boolean;
  /** What is known of the world outside. */
  readonly outcome: ToolFailure['outcome'];
  /** The error result's own content. */
  readonly output?: JsonValue;
}

/** A result that a resumed proposal goes on from. Plain JSON. */
export type SettledAction =
  | Exclude<ActionResult, { readonly status: 'failed' | 'pending' | 'not-run' }>
  | (ActionResultBase & {
      /** It failed, and the proposal went on without it. */
      readonly status: 'failed';
      /** Why. */
      readonly failure: FailureRecord;
      /** Whether its text may have been written by somebody outside. */
      readonly untrusted: boolean;
    });
