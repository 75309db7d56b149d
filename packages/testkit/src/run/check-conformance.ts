import { contractVersion } from '@pawl/core';
import type { Law } from '../law/law.js';
import { laws } from '../laws/index.js';
import { type ConformanceReport, type LawResult, type Verdict, verdicts } from '../report-types/index.js';
import { checkAdapter, requireSubject } from '../subject/check-adapter.js';
import type { Subject } from '../subject/subject.js';
import { waitingWith } from '../world/waiting.js';
import { type CheckOptions, type RunSettings, settingsFor } from './options.js';
import { runLaw } from './run-law.js';

const ids: ReadonlySet<string> = new Set(laws.map(({ id }) => id));

/** The laws that the options ask for, and the options with their defaults. */
export const planFor = (
  subject: Subject,
  options: CheckOptions,
): { readonly settings: RunSettings; readonly asked: readonly Law[] } => {
  const settings = settingsFor(subject, options, ids);
  const asked = laws.filter(
    (law) =>
      (settings.laws.length === 0 || settings.laws.includes(law.id)) &&
      (settings.level === 'should' || law.level === 'must'),
  );
  return { settings, asked };
};

const isRed = ({ verdict, expectedFailure, stale }: LawResult): boolean =>
  stale || (verdict === 'fail' ? expectedFailure === undefined : verdict !== 'pass' && verdict !== 'not-applicable');

const reported = (subject: Subject): ConformanceReport['subject'] => ({
  name: subject.name,
  kind: subject.kind,
  touches: subject.kind === 'wrapper' || subject.kind === 'composite' ? { ...subject.touches } : {},
  layers: subject.kind === 'chain' ? subject.layers.map(({ name }) => name) : [],
});

/**
 * Runs the laws on a subject and reports: plain JSON, the same for the same options.
 *
 * @throws {AdapterError} where the subject cannot be made, or an option means nothing.
 * @example
 * ```ts
 * const report = await checkConformance(wrapperSubject({ name: 'mine', layer: mine }), { seed: 7 });
 * if (!report.conformant) console.log(report.results.find((result) => result.verdict === 'fail')?.counterexample?.text);
 * ```
 */
export const checkConformance = async (subject: Subject, options: CheckOptions = {}): Promise<ConformanceReport> => {
  requireSubject(subject);
  const { settings, asked } = planFor(subject, options);
  await checkAdapter(subject, waitingWith(settings.clock, settings.patienceMs));
  const results: LawResult[] = [];
  for (const law of asked) results.push(await runLaw(law, subject, settings));
  const count = (verdict: Verdict): number => results.filter((result) => result.verdict === verdict).length;
  const { seed, profile, runs, level } = settings;
  return {
    kit: '@pawl/testkit',
    reportVersion: 1,
    contractVersion,
    subject: reported(subject),
    options: { seed, profile, runs, cost: subject.cost ?? 'fast', level, laws: [...settings.laws] },
    results,
    // One entry for each verdict, as the type asks.
    counts: Object.fromEntries(verdicts.map((verdict) => [verdict, count(verdict)])) as Record<Verdict, number>,
    expectedFailures: results.filter(
      ({ verdict, expectedFailure }) => verdict === 'fail' && expectedFailure !== undefined,
    ).length,
    staleFailures: results.filter(({ stale }) => stale).length,
    conformant: count('pass') > 0 && !results.some(isRed),
    notes: settings.notes,
  };
};
