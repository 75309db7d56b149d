import { describe, expect, it } from 'vitest';
import { checkConformance } from '../run/index.js';
import { operators } from './generated-mutants.js';
import { hosts } from './hosts.js';
import { runGenerated } from './run-generated.js';
import { sampleOf } from './sample-of.js';
import { explained } from './survivors.js';

describe('generated mutants', () => {
  it('kills a seeded sample, save kinds that are listed with their reason', async () => {
    const { rows, killed } = await runGenerated({ mutants: sampleOf(15, 1), seeds: [1] });
    const unexplained = rows.filter((row) => !row.killed && explained(row) === undefined);
    expect(unexplained.map(({ id }) => id)).toEqual([]);
    expect(killed).toBeGreaterThan(0);
  });

  it.each(hosts.map((host) => [host.name, host] as const))('are made of what is right: %s', async (name, host) => {
    const { results } = await checkConformance(
      host.subject(name, (right) => ({ ...right })),
      { runs: 10 },
    );
    expect(results.filter(({ verdict }) => verdict === 'fail').map(({ lawId }) => lawId)).toEqual([]);
  });

  it('names every operator on a member once', () => {
    const named = operators.flatMap(({ id, members }) => members.map((member) => `${member} ${id}`));
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
  });
});
