import fc from 'fast-check';
import { counterexampleOf } from '../blame/counterexample-of.js';
import { hash } from '../generate/hash.js';
import type { Scenario } from '../generate/scenario.js';
import { scenarioArbitrary } from '../generate/scenario-arbitrary.js';
import { turnArbitrary } from '../generate/turn-arbitrary.js';
import type { Law } from '../law/law.js';
import { NotSettled, Violation } from '../law/violation.js';
import type { LawResult } from '../report-types/index.js';
import { AdapterError } from '../subject/adapter-error.js';
import type { Subject } from '../subject/subject.js';
import { waitingWith } from '../world/waiting.js';
import { notApplicable } from './applicable.js';
import { profiles, type RunSettings } from './options.js';
import { reduce } from './reduce.js';
import { writeToken } from './replay-token.js';
import { trialFor } from './trial-for.js';

/** Where a run starts, instead of at the beginning: a counterexample that was found before. */
export interface Resume {
  readonly seed: number;
  readonly path: string;
}

/** What happened in one run: nothing, a violation, or something that stops the law. */
type Happened = Violation | NotSettled | { readonly fault: unknown } | undefined;

const sameFault = (a: Violation, happened: Happened): happened is Violation =>
  happened instanceof Violation &&
  happened.detail.member === a.detail.member &&
  happened.detail.clause === a.detail.clause &&
  happened.detail.layer === a.detail.layer;

class LawRun {
  telling = 0;
  stopped: Happened;
  /** The first violation: what is shrunk has to break the same clause in the same place. */
  #first: Violation | undefined;
  readonly #law: Law;
  readonly #subject: Subject;
  readonly #waiting;

  constructor(law: Law, subject: Subject, settings: RunSettings) {
    this.#law = law;
    this.#subject = subject;
    this.#waiting = waitingWith(settings.clock, settings.patienceMs);
  }

  async once(scenario: Scenario): Promise<Happened> {
    const { trial, close } = trialFor(this.#subject, scenario, this.#waiting, () => {
      this.telling++;
    });
    try {
      await this.#law.check(trial);
      return undefined;
    } catch (error) {
      if (error instanceof AdapterError) throw error;
      return error instanceof Violation || error instanceof NotSettled ? error : { fault: error };
    } finally {
      await close();
    }
  }

  /** For fast-check: throws where the law is broken; anything else that is wrong ends the runs without shrinking. */
  readonly property = async (scenario: Scenario): Promise<void> => {
    if (this.stopped !== undefined) return;
    const happened = await this.once(scenario);
    if (happened instanceof Violation) {
      this.#first ??= happened;
      if (sameFault(this.#first, happened)) throw happened;
      return;
    }
    this.stopped = happened;
  };
}

const faultText = (fault: unknown): string =>
  fault instanceof Error ? `${fault.name}: ${fault.message}` : String(fault);

/** Fewer runs meet fewer telling cases; the share stays the same. */
const minimumFor = (law: Law, runs: number): number =>
  Math.max(1, Math.ceil((law.minimumCoverage * Math.min(runs, profiles.default)) / profiles.default));

/**
 * Runs one law on one subject. A failure is shrunk, then reduced, then blamed.
 *
 * @throws {AdapterError} where the subject can no longer be made.
 */
export const runLaw = async (
  law: Law,
  subject: Subject,
  settings: RunSettings,
  resume?: Resume,
): Promise<LawResult> => {
  const minimum = minimumFor(law, settings.runs);
  const expectedFailure = settings.expectedFailures.get(law.id);
  const base = {
    lawId: law.id,
    slug: law.slug,
    level: law.level,
    statement: law.statement,
    members: law.members,
    ...(expectedFailure === undefined ? {} : { expectedFailure }),
  };
  const inapplicable = notApplicable(law, subject);
  if (inapplicable !== undefined) {
    const coverage = { telling: 0, minimum: 0 };
    return {
      ...base,
      verdict: 'not-applicable',
      reason: inapplicable,
      stale: expectedFailure !== undefined,
      runs: 0,
      coverage,
    };
  }
  const run = new LawRun(law, subject, settings);
  const seed = resume?.seed ?? hash(settings.seed, law.id) >>> 1;
  const details = await fc.check(
    fc.asyncProperty(subject.kind === 'caller' ? turnArbitrary : scenarioArbitrary, run.property),
    {
      seed,
      numRuns: settings.runs,
      endOnFailure: settings.shrink === 'none' || resume !== undefined,
      ...(resume === undefined ? {} : { path: resume.path }),
    },
  );
  const { numRuns: runs } = details;
  const coverage = { telling: run.telling, minimum };
  if (details.errorInstance instanceof AdapterError) throw details.errorInstance;
  if (details.failed && details.errorInstance instanceof Violation && details.counterexample !== null) {
    const [found] = details.counterexample;
    const replay = writeToken({ law: law.id, seed, path: details.counterexamplePath ?? '' });
    let violation = details.errorInstance;
    let scenario = found;
    if (settings.shrink === 'smallest') {
      scenario = await reduce(found, async (smaller) => {
        const happened = await run.once(smaller);
        if (!sameFault(violation, happened)) return false;
        violation = happened;
        return true;
      });
    }
    const counterexample = counterexampleOf(law, subject, { detail: violation.detail, scenario, replay });
    return { ...base, verdict: 'fail', stale: false, runs, coverage, counterexample };
  }
  const stale = expectedFailure !== undefined;
  if (details.failed)
    return { ...base, verdict: 'kit-error', reason: faultText(details.errorInstance), stale, runs, coverage };
  if (run.stopped instanceof NotSettled) {
    return { ...base, verdict: 'inconclusive', reason: run.stopped.message, stale, runs, coverage };
  }
  if (run.stopped !== undefined) {
    const reason = `the kit failed: ${faultText('fault' in run.stopped ? run.stopped.fault : run.stopped)}`;
    return { ...base, verdict: 'kit-error', reason, stale, runs, coverage };
  }
  if (run.telling < minimum) {
    const reason = `${run.telling} telling cases in ${runs} runs, ${minimum} are needed`;
    return { ...base, verdict: 'vacuous', reason, stale, runs, coverage };
  }
  return { ...base, verdict: 'pass', stale, runs, coverage };
};
