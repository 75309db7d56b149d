/** What is wrong with a proposal. */
export type ProposalProblemCode =
  | 'not-a-proposal'
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

/** A proposal that was not begun: nothing ran. */
export class ProposalError extends Error {
  override readonly name = 'ProposalError';
  /** `invalid-proposal`, or `state-unavailable` where the state could not be recorded before the first action. */
  readonly code: 'invalid-proposal' | 'state-unavailable';
  /** Everything that is wrong, not only the first. */
  readonly problems: readonly ProposalProblem[];

  constructor(
    code: ProposalError['code'],
    init: { readonly message: string; readonly problems?: readonly ProposalProblem[]; readonly cause?: unknown },
  ) {
    super(init.message, 'cause' in init ? { cause: init.cause } : undefined);
    this.code = code;
    this.problems = init.problems ?? [];
  }
}
