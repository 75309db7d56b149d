import { hash } from '../generate/hash.js';
import { type GeneratedMutant, generatedMutants } from './generated-mutants.js';

/** A sample of the generated mutants, drawn by a seed: the same seed gives the same sample. */
export const sampleOf = (size: number, seed: number): readonly GeneratedMutant[] =>
  generatedMutants
    .map((mutant) => ({ mutant, at: hash(seed, mutant.id) }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, size)
    .map(({ mutant }) => mutant);
