import { forgottenMembers } from './forgotten-members.js';
import type { Mutant } from './mutant.js';
import { ofCatalogue } from './of-catalogue.js';
import { ofWorkers } from './of-workers.js';

/** Every mutant: each breaks the law that it names. */
export const mutants: readonly Mutant[] = [...forgottenMembers(), ...ofCatalogue, ...ofWorkers];
