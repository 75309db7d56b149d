import type { ProposalResume } from './proposal-resume.js';

/** What is wrong with a proposal. */
export type ProposalProblemCode =
  | 'not-a-proposal'
  | 'invalid-id'
  | 'no-id'
  | 'invalid-action'
  | 'duplicate-id'
  | 'unknown-dependency'
  | 'cycle'
  | 'not-i-json'
  | 'no-validator'
  | 'no-state'
  | 'wrong-resume';

/** One thing that is wrong. */
export interface ProposalProblem {
  /** For machines. */
  readonly code: ProposalProblemCode;
  /** A sentence for people. */
  readonly message: string;
  /** The action, where it is about one that has an id. */
  readonly action?: string;
}

/** A proposal that was not begun, or that could not go on. */
export class ProposalError extends Error {
  override readonly name = 'ProposalError';
  /**
   * `invalid-proposal`, or `state-unavailable` where the state could not be recorded before the first action: nothing
   * ran. `not-kept`: what happened could not be kept, so nothing more was started, and the state is as it was then.
   */
  readonly code: 'invalid-proposal' | 'state-unavailable' | 'not-kept';
  /** Everything that is wrong, not only the first. */
  readonly problems: readonly ProposalProblem[];
  /** With `not-kept`: what to go on from, where the process that met the error lives on. */
  readonly resume?: ProposalResume;

  constructor(
    code: ProposalError['code'],
    init: {
      readonly message: string;
      readonly problems?: readonly ProposalProblem[];
      readonly resume?: ProposalResume;
      readonly cause?: unknown;
    },
  ) {
    super(init.message, 'cause' in init ? { cause: init.cause } : undefined);
    this.code = code;
    this.problems = init.problems ?? [];
    if (init.resume !== undefined) this.resume = init.resume;
  }
}
