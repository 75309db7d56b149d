import type { Law } from '../law/law.js';
import { laws } from '../laws/index.js';
import { killBudget } from '../mutants/run-mutants.js';
import { settingsFor } from '../run/options.js';
import { runLaw } from '../run/run-law.js';
import { type GeneratedMutant, generatedMutants } from './generated-mutants.js';

/** What became of a generated mutant. */
export interface GeneratedRow {
  readonly id: string;
  readonly host: string;
  readonly member: string;
  readonly operator: string;
  readonly killed: boolean;
  /** The law that killed it, seed by seed; `undefined` where none did. */
  readonly laws: readonly (string | undefined)[];
}

/** What `runGenerated` found. */
export interface GeneratedMatrix {
  readonly seeds: readonly number[];
  /** Runs of each law. */
  readonly budget: number;
  readonly rows: readonly GeneratedRow[];
  readonly killed: number;
  readonly survived: number;
  /** Killed of all, from 0 to 1. */
  readonly ratio: number;
}

/** Which mutants are hunted, and how. */
export interface GeneratedOptions {
  /** Default: 1 to 5. */
  readonly seeds?: readonly number[];
  /** Default: all. */
  readonly mutants?: readonly GeneratedMutant[];
}

const ids: ReadonlySet<string> = new Set(laws.map(({ id }) => id));

/** Laws that have killed the like come first, then those that judge the member, then the rest. */
class Hunter {
  readonly #known = new Map<string, Set<Law>>();

  async hunt(mutant: GeneratedMutant, seed: number): Promise<string | undefined> {
    const like = `${mutant.member} ${mutant.operator}`;
    const known = this.#known.get(like) ?? new Set<Law>();
    this.#known.set(like, known);
    const judging = laws.filter(({ members }) => members.includes(mutant.member));
    for (const law of new Set([...known, ...judging, ...laws])) {
      if (!(await this.#kills(law, mutant, seed))) continue;
      known.add(law);
      return law.id;
    }
    return undefined;
  }

  async #kills(law: Law, mutant: GeneratedMutant, seed: number): Promise<boolean> {
    const subject = mutant.subject();
    const options = { seed, runs: killBudget, shrink: 'none', patienceMs: 200 } as const;
    const { verdict } = await runLaw(law, subject, settingsFor(subject, options, ids));
    return verdict === 'fail';
  }
}

/** Hunts generated mutants with every law until one fails. A kill counts only where it comes on every seed. */
export const runGenerated = async (options: GeneratedOptions = {}): Promise<GeneratedMatrix> => {
  const seeds = options.seeds ?? [1, 2, 3, 4, 5];
  const hunter = new Hunter();
  const rows: GeneratedRow[] = [];
  for (const mutant of options.mutants ?? generatedMutants) {
    const killers: (string | undefined)[] = [];
    for (const seed of seeds) {
      killers.push(await hunter.hunt(mutant, seed));
      // One seed without a kill makes a survivor; the others would not change that.
      if (killers.at(-1) === undefined) break;
    }
    const { subject: _subject, ...data } = mutant;
    rows.push({ ...data, killed: !killers.includes(undefined), laws: killers });
  }
  const killed = rows.filter((row) => row.killed).length;
  const ratio = rows.length === 0 ? 0 : killed / rows.length;
  return { seeds, budget: killBudget, rows, killed, survived: rows.length - killed, ratio };
};
