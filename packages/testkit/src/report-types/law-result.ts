import type { ExecutorMember } from '@pawl/core';
import type { Counterexample } from './counterexample.js';
import type { Verdict } from './verdict.js';

/** How many telling cases a law met: cases in which a wrong subject would have shown itself. */
export interface Coverage {
  readonly telling: number;
  /** Fewer than this is `vacuous`; 0 where the law did not run. */
  readonly minimum: number;
}

/** One law on one subject. */
export interface LawResult {
  readonly lawId: string;
  readonly slug: string;
  readonly level: 'must' | 'should';
  readonly statement: string;
  /** The members that the law looks at. */
  readonly members: readonly ExecutorMember[];
  readonly verdict: Verdict;
  /** Why it is not applicable, inconclusive, vacuous or a kit error. */
  readonly reason?: string;
  /** The reason stated in `expectedFailures`, where this law is listed there. */
  readonly expectedFailure?: string;
  /** Listed in `expectedFailures`, and yet it does not fail: take it off the list. */
  readonly stale: boolean;
  /** Random runs made. */
  readonly runs: number;
  readonly coverage: Coverage;
  readonly counterexample?: Counterexample;
}
