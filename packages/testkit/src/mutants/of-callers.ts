import type { Mutant } from './mutant.js';
import { ofCallerBatches } from './of-caller-batches.js';
import { ofCallerCalls } from './of-caller-calls.js';
import { ofCallerResults } from './of-caller-results.js';

/** Mutants of the laws about callers. */
export const ofCallers: readonly Mutant[] = [...ofCallerBatches, ...ofCallerResults, ...ofCallerCalls];
