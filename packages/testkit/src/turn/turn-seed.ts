import type { ApprovalScope } from '../subject/subject.js';
import type { TurnTool } from './turn-tools.js';

/** What a person says when asked about a call; asked again, they approve, unless they refused or never answer. */
export type PersonSeed =
  | 'approve'
  | 'refuse'
  /** Approve, with other arguments. */
  | 'edit'
  /** Approve, with arguments that the gate denies. */
  | 'edit-to-denied'
  /** Approve, and another machine has used the approval by the time the caller wants to. */
  | 'spent-elsewhere'
  /** Say nothing the first time. */
  | 'late'
  | 'never';

/** A proposed call, as generated. */
export interface ProposalSeed {
  readonly tool: TurnTool;
  /** An index into the kit's arguments; 0 and 1 differ in key order alone. */
  readonly args: number;
  readonly person: PersonSeed;
  readonly scope: ApprovalScope;
}

/** Where a process can die. */
export type CrashPoint =
  | 'before-gate'
  | 'before-save'
  | 'after-save'
  | 'before-spend'
  | 'after-spend'
  | 'before-tool'
  /** The tool took effect, and its answer is lost. */
  | 'after-tool'
  | 'after-outcome';

/** Death of a process, as generated: at the `nth` time, from 0, that it comes to this point. */
export interface CrashSeed {
  readonly at: CrashPoint;
  readonly nth: number;
}

/** What becomes of a tool while people are asked about it. */
export type ChangeSeed =
  | 'none'
  /** It is defined anew. */
  | 'redefine'
  /** The gate denies it from now on. */
  | 'forbid'
  /** It requires more. */
  | 'require';

/** Everything that a run of a caller is made of. */
export interface TurnSeed {
  /** One batch a model step. */
  readonly batches: readonly (readonly ProposalSeed[])[];
  /** One process after the other meets the next crash. */
  readonly crashes: readonly CrashSeed[];
  /** Befalls the first tool that people are asked about, once. */
  readonly change: ChangeSeed;
  /** What the order is drawn from in which tools end that run at the same time. */
  readonly order: number;
  /** Whether calls have names of `Object.prototype` for ids. */
  readonly oddIds: boolean;
  /** Whether the last call has the id of an earlier one, as models at times do; only law TRN-03 looks at it. */
  readonly reusesId: boolean;
}
