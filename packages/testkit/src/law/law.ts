import type { ExecutorMember } from '@pawl/core';
import type { HookName, SubjectKind } from '../subject/subject.js';
import type { Trial } from '../world/trial.js';

/** What a law needs of a subject before it says anything. */
export type Need =
  /** The subject does not touch this member. */
  | { readonly kind: 'untouched'; readonly member: ExecutorMember }
  /** The subject touches this member, in one of these ways where they are listed. */
  | { readonly kind: 'touched'; readonly member: ExecutorMember; readonly as?: readonly string[] }
  /** The subject offers this hook. */
  | { readonly kind: 'hook'; readonly hook: HookName };

/** One law of the contract, as data: titles, reports, documents and mutants read the same record. */
export interface Law {
  /** Stable, never renumbered. */
  readonly id: string;
  readonly slug: string;
  readonly level: 'must' | 'should';
  readonly subjects: readonly SubjectKind[];
  readonly statement: string;
  /** Why the law exists. */
  readonly intent: string;
  /** Where to look when it fails. */
  readonly whereToLook: string;
  /** The members that it looks at. */
  readonly members: readonly ExecutorMember[];
  readonly needs: readonly Need[];
  /** Telling cases in a run of the default profile; fewer is vacuous. */
  readonly minimumCoverage: number;
  /**
   * Checks one random run. @throws {Violation} where the subject breaks the law.
   *
   * @internal
   */
  readonly check: (trial: Trial) => Promise<void> | void;
}
