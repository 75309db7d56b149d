import { rememberingLayer } from '../reference/approval-memory.js';
import { redactor } from '../reference/redactor.js';
import { forgottenMembers } from './forgotten-members.js';
import type { Mutant } from './mutant.js';
import { ofApprovals } from './of-approvals.js';
import { ofCaches } from './of-caches.js';
import { ofCallers } from './of-callers.js';
import { ofCalls } from './of-calls.js';
import { ofCatalogue } from './of-catalogue.js';
import { ofChains } from './of-chains.js';
import { ofComposites } from './of-composites.js';
import { ofDecisions } from './of-decisions.js';
import { ofDefaults } from './of-defaults.js';
import { ofDifferences } from './of-differences.js';
import { ofFailures } from './of-failures.js';
import { ofFaults } from './of-faults.js';
import { ofKeys } from './of-keys.js';
import { ofListeners } from './of-listeners.js';
import { ofLived } from './of-lived.js';
import { ofPolicies } from './of-policies.js';
import { ofRedaction, plantedSecrets } from './of-redaction.js';
import { ofRewrittenSpecs } from './of-rewritten-specs.js';
import { ofTaint } from './of-taint.js';
import { ofTogetherness } from './of-togetherness.js';
import { ofWholeExecutors } from './of-whole-executors.js';
import { ofWorkerLives } from './of-worker-lives.js';
import { ofWorkers } from './of-workers.js';

/** Every mutant: each breaks the law that it names. */
export const mutants: readonly Mutant[] = [
  ...forgottenMembers([redactor(plantedSecrets), rememberingLayer().layer]),
  ...ofWholeExecutors,
  ...ofCalls,
  ...ofFailures,
  ...ofFaults,
  ...ofTogetherness,
  ...ofCatalogue,
  ...ofDefaults,
  ...ofDecisions,
  ...ofLived,
  ...ofListeners,
  ...ofRewrittenSpecs,
  ...ofWorkers,
  ...ofTaint,
  ...ofWorkerLives,
  ...ofApprovals,
  ...ofPolicies,
  ...ofDifferences,
  ...ofKeys,
  ...ofCaches,
  ...ofRedaction,
  ...ofComposites,
  ...ofChains,
  ...ofCallers,
];
