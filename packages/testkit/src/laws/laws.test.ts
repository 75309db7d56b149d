import { describe, expect, it } from 'vitest';
import { mutants } from '../mutants/index.js';
import { laws } from './index.js';

describe('laws and mutants', () => {
  it('gives every law at least one mutant', () => {
    const hunted = new Set(mutants.map(({ law }) => law));
    expect(laws.filter(({ id }) => !hunted.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('lets no mutant name a law that does not exist', () => {
    const known = new Set(laws.map(({ id }) => id));
    expect(mutants.filter(({ law }) => !known.has(law)).map(({ id }) => id)).toEqual([]);
  });

  it('keeps ids and slugs unique', () => {
    expect(new Set(laws.map(({ id }) => id)).size).toBe(laws.length);
    expect(new Set(laws.map(({ slug }) => slug)).size).toBe(laws.length);
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  });
});
