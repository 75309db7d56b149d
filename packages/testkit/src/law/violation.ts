import type { ExecutorMember } from '@pawl/core';

/** The clause of the one law that says which members are missing. */
export const missingClause = 'missing';

/** The law that says which members are missing. */
export const missingLaw = 'ADM-01';

/** How the reason of every other law begins that a missing member leaves without anything to judge. */
export const lacking = 'the subject lacks';

/** What a check found wrong. */
export interface ViolationDetail {
  readonly member: ExecutorMember | 'dispatch';
  /** The guilty layer's name. */
  readonly layer: string;
  readonly expected: string;
  readonly but: string;
  /** What points at the guilty one, for example that the inner was never asked. */
  readonly evidence?: string;
  /** Which of a law's clauses broke; a counterexample never changes it while it shrinks. */
  readonly clause?: string;
}

/** Thrown by a law's check: the subject breaks the law in this run. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly detail: ViolationDetail;

  constructor(detail: ViolationDetail) {
    super(`${detail.layer}.${detail.member}: expected ${detail.expected}, but ${detail.but}`);
    this.detail = detail;
  }
}

/** The subject did not settle while a check waited for it. */
export class NotSettled extends Error {
  override readonly name = 'NotSettled';
}
