import { laws } from '../laws/index.js';
import type { MutantMatrix, MutantRow } from './run-mutants.js';

const mark = (row: MutantRow): string => (row.killed ? '+' : '-');

const line = (id: string, rows: readonly MutantRow[]): string => {
  const killed = rows.filter((row) => row.killed).length;
  return `${id}  ${String(killed).padStart(3)}/${String(rows.length).padEnd(3)} ${rows.map(mark).join('')}`;
};

const survivor = (row: MutantRow): string => {
  const missed = row.hunts.filter(({ killed }) => !killed);
  return `  survived: ${row.id}: ${missed.map(({ seed, reason }) => `seed ${seed}: ${reason}`).join('; ')}`;
};

/** The matrix law × mutant as text; the last line counts. */
export const printMatrix = (matrix: MutantMatrix): string => {
  const lines = ['law     killed  mutants: + killed on every seed, - survived'];
  for (const { id } of laws) {
    const rows = matrix.rows.filter(({ law }) => law === id);
    lines.push(line(id, rows), ...rows.filter(({ killed }) => !killed).map(survivor));
  }
  const { seeds, medianRuns, worstRuns, budget } = matrix;
  lines.push(
    `seeds ${seeds.join(', ')}; runs to a kill: median ${medianRuns}, worst ${worstRuns}, budget ${budget}`,
    `${matrix.killed} passed, ${matrix.survived} failed, 0 skipped`,
  );
  return `${lines.join('\n')}\n`;
};
