import type { Law } from '../law/law.js';
import { lacking, missingLaw } from '../law/violation.js';
import type { LawResult } from '../report-types/index.js';
import { checkAdapter, requireSubject } from '../subject/check-adapter.js';
import type { Subject } from '../subject/subject.js';
import { waitingWith } from '../world/waiting.js';
import { notApplicable } from './applicable.js';
import { planFor } from './check-conformance.js';
import type { CheckOptions, RunSettings } from './options.js';
import { runLaw } from './run-law.js';

/** One test for a runner: a title and a function that rejects where the law does not hold. */
export interface ConformanceCase {
  readonly title: string;
  readonly lawId: string;
  /** Resolves where the law holds; rejects with the counterexample where it does not. */
  readonly run: () => Promise<void>;
}

// Said once, by the law that names all of them: the members that a subject lacks leave nothing else to judge.
const isSaidElsewhere = ({ verdict, reason }: LawResult, { laws, expectedFailures }: RunSettings): boolean =>
  verdict === 'not-applicable' &&
  reason?.startsWith(lacking) === true &&
  (laws.length === 0 || laws.includes(missingLaw)) &&
  !expectedFailures.has(missingLaw);

/** @throws {Error} unless the result is green: a pass, or a failure that is expected. */
const requireGreen = (result: LawResult): void => {
  const { lawId, slug, verdict, reason, expectedFailure, stale } = result;
  if (stale) {
    throw new Error(
      `${lawId} ${slug}: it is listed in \`expectedFailures\` (${expectedFailure}) and does not fail any more (${verdict}): take it off the list`,
    );
  }
  if (verdict === 'pass' || (verdict === 'fail' && expectedFailure !== undefined)) return;
  throw new Error(result.counterexample?.text ?? `${lawId} ${slug} is ${verdict}: ${reason}`);
};

const caseFor = (
  law: Law,
  subject: Subject,
  settings: RunSettings,
  prepared: () => Promise<void>,
): ConformanceCase => ({
  title: `${subject.name}: ${law.id} ${law.slug}`,
  lawId: law.id,
  run: async () => {
    await prepared();
    const result = await runLaw(law, subject, settings);
    if (!isSaidElsewhere(result, settings)) requireGreen(result);
  },
});

/**
 * The laws as tests for any runner. Laws that do not concern a subject give no case, unless they are expected to fail.
 *
 * @throws {AdapterError} for what is no subject, or an option that means nothing.
 * @example
 * ```ts
 * for (const c of casesFor(wrapperSubject({ name: 'mine', layer: mine }))) test(c.title, c.run);
 * ```
 */
export const casesFor = (
  subjects: Subject | readonly Subject[],
  options: CheckOptions = {},
): readonly ConformanceCase[] => {
  const list: readonly Subject[] = Array.isArray(subjects) ? subjects : [subjects as Subject]; // not an array: one subject
  if (list.length === 0) requireSubject(undefined);
  return list.flatMap((subject) => {
    requireSubject(subject);
    const { settings, asked } = planFor(subject, options);
    let checked: Promise<void> | undefined;
    const prepared = (): Promise<void> => {
      checked ??= checkAdapter(subject, waitingWith(settings.clock, settings.patienceMs));
      return checked;
    };
    return asked
      .filter((law) => notApplicable(law, subject) === undefined || settings.expectedFailures.has(law.id))
      .map((law) => caseFor(law, subject, settings, prepared));
  });
};
