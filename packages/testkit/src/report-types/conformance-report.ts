import type { LawResult } from './law-result.js';
import type { Verdict } from './verdict.js';

/** What a report says of its subject. */
export interface ReportedSubject {
  readonly name: string;
  readonly kind: 'executor' | 'wrapper' | 'composite' | 'chain' | 'caller';
  /** The members it says it touches, and how. */
  readonly touches: Readonly<Record<string, string>>;
  /** The layers of a chain, outermost first; empty for other kinds. */
  readonly layers: readonly string[];
}

/** The options that shaped a report; the same ones give the same report, byte for byte. */
export interface ReportedOptions {
  readonly seed: number;
  readonly profile: 'quick' | 'default' | 'thorough' | 'custom';
  /** Runs of each law, after `cost` lowered them. */
  readonly runs: number;
  readonly cost: 'fast' | 'slow';
  readonly level: 'must' | 'should';
  /** The ids asked for; empty means all. */
  readonly laws: readonly string[];
}

/** What `checkConformance` found. Plain JSON without times, so that two of them can be compared. */
export interface ConformanceReport {
  readonly kit: '@pawl/testkit';
  /** Goes up when the shape of this record changes. */
  readonly reportVersion: 1;
  readonly contractVersion: number;
  readonly subject: ReportedSubject;
  readonly options: ReportedOptions;
  readonly results: readonly LawResult[];
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Laws that fail as `expectedFailures` says. */
  readonly expectedFailures: number;
  /** Entries of `expectedFailures` that no longer fail. */
  readonly staleFailures: number;
  /** Every law that ran passes, or fails as expected; none is stale, vacuous or inconclusive; at least one passes. */
  readonly conformant: boolean;
  /** What a reader must know, for example that runs were lowered. */
  readonly notes: readonly string[];
}
