import { describe, expect, it } from 'vitest';
import { runMutants } from './run-mutants.js';

describe('the self-proof', () => {
  it('kills every mutant on every seed, by the law it names and within a third of the default runs', async () => {
    const { rows } = await runMutants();
    const survivors = rows.filter(({ killed }) => !killed);
    expect(survivors.map(({ id, hunts }) => `${id}: ${hunts.find(({ killed }) => !killed)?.reason}`)).toEqual([]);
  });
});
