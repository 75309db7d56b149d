export type { Mutant } from './mutant.js';
export { mutants } from './mutants.js';
export { printMatrix } from './print-matrix.js';
export {
  type Hunt,
  killBudget,
  type MutantMatrix,
  type MutantOptions,
  type MutantRow,
  runMutants,
} from './run-mutants.js';
