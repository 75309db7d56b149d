import { forgottenMembers } from './forgotten-members.js';
import type { Mutant } from './mutant.js';
import { ofCalls } from './of-calls.js';
import { ofCatalogue } from './of-catalogue.js';
import { ofDecisions } from './of-decisions.js';
import { ofDefaults } from './of-defaults.js';
import { ofFailures } from './of-failures.js';
import { ofWorkers } from './of-workers.js';

/** Every mutant: each breaks the law that it names. */
export const mutants: readonly Mutant[] = [
  ...forgottenMembers(),
  ...ofCalls,
  ...ofFailures,
  ...ofCatalogue,
  ...ofDefaults,
  ...ofDecisions,
  ...ofWorkers,
];
