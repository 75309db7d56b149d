import { laws } from '../laws/index.js';
import type { LawResult, Verdict } from '../report-types/index.js';
import { profiles, settingsFor } from '../run/options.js';
import { runLaw } from '../run/run-law.js';
import type { Mutant } from './mutant.js';
import { mutants } from './mutants.js';

/** A third of the default runs: a kill that needs more does not count. */
export const killBudget: number = Math.floor(profiles.default / 3);

/** What became of a mutant on one seed. */
export interface Hunt {
  readonly seed: number;
  readonly killed: boolean;
  /** Runs until the kill. */
  readonly runs: number;
  /** Why it does not count, where it does not. */
  readonly reason?: string;
}

/** A mutant and its hunts. */
export interface MutantRow {
  readonly id: string;
  readonly law: string;
  readonly member: string;
  readonly origin: Mutant['origin'];
  readonly breaks: string;
  readonly reference?: string;
  readonly killed: boolean;
  readonly hunts: readonly Hunt[];
  /** With `full`: the verdict of every law that applies, on the first seed. */
  readonly verdicts?: Readonly<Record<string, Verdict>>;
}

/** What `runMutants` found. */
export interface MutantMatrix {
  readonly seeds: readonly number[];
  /** Runs within which a kill counts. */
  readonly budget: number;
  readonly rows: readonly MutantRow[];
  readonly killed: number;
  readonly survived: number;
  /** Over all kills. */
  readonly medianRuns: number;
  readonly worstRuns: number;
}

/** Which mutants are hunted, and how. */
export interface MutantOptions {
  /** Default: 1 to 5. */
  readonly seeds?: readonly number[];
  /** Default: all. */
  readonly mutants?: readonly Mutant[];
  /** Whether every law is tried on every mutant, not only the one it names. Default: `named`. */
  readonly against?: 'named' | 'all';
}

const ids: ReadonlySet<string> = new Set(laws.map(({ id }) => id));

const judge = (mutant: Mutant, { verdict, counterexample, reason }: LawResult): string | undefined => {
  if (verdict !== 'fail' || counterexample === undefined)
    return `${mutant.law} is ${verdict}${reason === undefined ? '' : ` (${reason})`}`;
  if (!counterexample.text.includes(mutant.law)) return `the message does not name ${mutant.law}`;
  if (counterexample.member !== mutant.member)
    return `the message blames ${counterexample.member}, not ${mutant.member}`;
  return undefined;
};

const hunt = async (mutant: Mutant, seed: number): Promise<Hunt> => {
  const law = laws.find(({ id }) => id === mutant.law);
  if (law === undefined) return { seed, killed: false, runs: 0, reason: `there is no law ${mutant.law}` };
  const subject = mutant.subject();
  const result = await runLaw(law, subject, settingsFor(subject, { seed, runs: killBudget, shrink: 'none' }, ids));
  const reason = judge(mutant, result);
  return { seed, killed: reason === undefined, runs: result.runs, ...(reason === undefined ? {} : { reason }) };
};

const allVerdicts = async (mutant: Mutant, seed: number): Promise<Record<string, Verdict>> => {
  const verdicts: [string, Verdict][] = [];
  for (const law of laws) {
    const subject = mutant.subject();
    const settings = settingsFor(subject, { seed, runs: profiles.quick, shrink: 'none', patienceMs: 200 }, ids);
    const { verdict } = await runLaw(law, subject, settings);
    if (verdict !== 'not-applicable') verdicts.push([law.id, verdict]);
  }
  return Object.fromEntries(verdicts);
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Hunts every mutant on every seed. A kill counts only where the law that the mutant names fails, with its id and the
 * guilty member in the message, within a third of the default runs, on every seed.
 */
export const runMutants = async (options: MutantOptions = {}): Promise<MutantMatrix> => {
  const seeds = options.seeds ?? [1, 2, 3, 4, 5];
  const rows: MutantRow[] = [];
  for (const mutant of options.mutants ?? mutants) {
    const hunts: Hunt[] = [];
    for (const seed of seeds) hunts.push(await hunt(mutant, seed));
    const { subject: _subject, ...data } = mutant;
    const killed = hunts.every((item) => item.killed);
    const verdicts = options.against === 'all' ? await allVerdicts(mutant, seeds[0] ?? 1) : undefined;
    rows.push({ ...data, killed, hunts, ...(verdicts === undefined ? {} : { verdicts }) });
  }
  const runs = rows.flatMap((row) => row.hunts.filter((item) => item.killed).map((item) => item.runs));
  const killed = rows.filter((row) => row.killed).length;
  return {
    seeds,
    budget: killBudget,
    rows,
    killed,
    survived: rows.length - killed,
    medianRuns: median(runs),
    worstRuns: runs.reduce((worst, value) => Math.max(worst, value), 0),
  };
};
