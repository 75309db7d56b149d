import type { ExecutorMember } from '@pawl/core';
import fc from 'fast-check';
import { counterexampleOf } from '../blame/counterexample-of.js';
import { hash } from '../generate/hash.js';
import type { Scenario } from '../generate/scenario.js';
import { scenarioArbitrary } from '../generate/scenario-arbitrary.js';
import { turnArbitrary } from '../generate/turn-arbitrary.js';
import type { Law } from '../law/law.js';
import { lacking, missingClause, missingLaw, NotSettled, Violation } from '../law/violation.js';
import { UnboundMember } from '../probe/unbound-member.js';
import type { LawResult } from '../report-types/index.js';
import { AdapterError } from '../subject/adapter-error.js';
import type { Subject } from '../subject/subject.js';
import { waitingWith } from '../world/waiting.js';
import { Watch } from '../world/watch.js';
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

const unboundIn = ({ name }: Subject, { member, message }: UnboundMember): Violation =>
  new Violation({
    member,
    layer: name,
    expected: `${member} of the inner to be called on the inner`,
    but: message,
    clause: 'unbound',
  });

class LawRun {
  telling = 0;
  stopped: Happened;
  /** Members that the subject has not: what is wrong there is said once, by the law about missing members. */
  readonly missing = new Set<ExecutorMember>();
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
    const happened = await this.#try(scenario);
    if (happened instanceof Violation) return this.#isSaidElsewhere(happened) ? undefined : happened;
    if (happened === undefined || !('fault' in happened)) return happened;
    if (happened.fault instanceof UnboundMember) return unboundIn(this.#subject, happened.fault);
    // Once more, to see whether the subject threw it: then it is the subject's fault, not the kit's.
    const watch = new Watch();
    const again = await this.#try(scenario, watch);
    return (again !== undefined && 'fault' in again && watch.blame(again.fault)) || happened;
  }

  #isSaidElsewhere({ detail: { member, clause } }: Violation): boolean {
    return clause !== missingClause && member !== 'dispatch' && this.missing.has(member);
  }

  async #try(scenario: Scenario, watch?: Watch): Promise<Happened> {
    const { trial, close } = trialFor(this.#subject, scenario, {
      waiting: this.#waiting,
      tell: () => {
        this.telling++;
      },
      lacks: (members) => {
        for (const member of members) this.missing.add(member);
      },
      ...(watch === undefined ? {} : { watch }),
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

  /** The smallest scenario that breaks the law as `violation` does, and how it breaks it there. */
  async smallest(
    found: Scenario,
    violation: Violation,
  ): Promise<{ readonly scenario: Scenario; readonly violation: Violation }> {
    let last = violation;
    const scenario = await reduce(found, async (smaller) => {
      const happened = await this.once(smaller);
      if (!sameFault(last, happened)) return false;
      last = happened;
      return true;
    });
    return { scenario, violation: last };
  }
}

const faultText = (fault: unknown): string =>
  fault instanceof Error ? `${fault.name}: ${fault.message}` : String(fault);

/** Fewer runs meet fewer telling cases; the share stays the same. */
const minimumFor = (law: Law, runs: number): number =>
  Math.max(1, Math.ceil((law.minimumCoverage * Math.min(runs, profiles.default)) / profiles.default));

/** What a result says of its law, whatever came of it. */
type Base = Pick<LawResult, 'lawId' | 'slug' | 'level' | 'statement' | 'members' | 'expectedFailure'>;

const baseOf = ({ id: lawId, slug, level, statement, members }: Law, { expectedFailures }: RunSettings): Base => {
  const expectedFailure = expectedFailures.get(lawId);
  return { lawId, slug, level, statement, members, ...(expectedFailure === undefined ? {} : { expectedFailure }) };
};

/** What a law without a violation came to, as a verdict and why. */
const verdictOf = (
  run: LawRun,
  details: fc.RunDetails<[Scenario]>,
  { members, minimum }: { readonly members: Law['members']; readonly minimum: number },
): Pick<LawResult, 'verdict' | 'reason'> => {
  const { stopped, telling, missing } = run;
  if (details.failed) return { verdict: 'kit-error', reason: faultText(details.errorInstance) };
  if (stopped instanceof NotSettled) return { verdict: 'inconclusive', reason: stopped.message };
  if (stopped !== undefined) {
    return {
      verdict: 'kit-error',
      reason: `the kit failed: ${faultText('fault' in stopped ? stopped.fault : stopped)}`,
    };
  }
  if (missing.size > 0 && members.length > 0 && members.every((member) => missing.has(member))) {
    return { verdict: 'not-applicable', reason: `${lacking} ${members.join(', ')}: ${missingLaw} says how to mend it` };
  }
  if (telling >= minimum) return { verdict: 'pass' };
  return { verdict: 'vacuous', reason: `${telling} telling cases in ${details.numRuns} runs, ${minimum} are needed` };
};

const search = (run: LawRun, how: { subject: Subject; settings: RunSettings; seed: number; resume?: Resume }) => {
  const { subject, settings, seed, resume } = how;
  return fc.check(fc.asyncProperty(subject.kind === 'caller' ? turnArbitrary : scenarioArbitrary, run.property), {
    seed,
    numRuns: settings.runs,
    endOnFailure: settings.shrink === 'none' || resume !== undefined,
    ...(resume === undefined ? {} : { path: resume.path }),
  });
};

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
  const base = baseOf(law, settings);
  const stale = base.expectedFailure !== undefined;
  const reason = notApplicable(law, subject);
  if (reason !== undefined) {
    return { ...base, verdict: 'not-applicable', reason, stale, runs: 0, coverage: { telling: 0, minimum: 0 } };
  }
  const run = new LawRun(law, subject, settings);
  const minimum = minimumFor(law, settings.runs);
  const seed = resume?.seed ?? hash(settings.seed, law.id) >>> 1;
  const details = await search(run, { subject, settings, seed, ...(resume === undefined ? {} : { resume }) });
  const { numRuns: runs, errorInstance, counterexample } = details;
  const coverage = { telling: run.telling, minimum };
  if (errorInstance instanceof AdapterError) throw errorInstance;
  if (!(errorInstance instanceof Violation) || counterexample === null) {
    return { ...base, ...verdictOf(run, details, { members: law.members, minimum }), stale, runs, coverage };
  }
  const [found] = counterexample;
  const { scenario, violation } =
    settings.shrink === 'smallest'
      ? await run.smallest(found, errorInstance)
      : { scenario: found, violation: errorInstance };
  const replay = writeToken({ law: law.id, seed, path: details.counterexamplePath ?? '' });
  const shown = counterexampleOf(law, subject, { detail: violation.detail, scenario, replay });
  return { ...base, verdict: 'fail', stale: false, runs, coverage, counterexample: shown };
};
