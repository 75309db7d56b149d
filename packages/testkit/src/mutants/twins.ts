import type { Subject } from '../subject/subject.js';
import { differenceTwins } from './difference-twins.js';
import { faultTwins } from './fault-twins.js';
import { cacheTwins } from './of-caches.js';
import { keyTwins } from './of-keys.js';
import { listenerTwins } from './of-listeners.js';
import { livedTwins } from './of-lived.js';
import { policyTwins } from './of-policies.js';
import { rewrittenSpecTwins } from './of-rewritten-specs.js';
import { taintTwins } from './of-taint.js';
import { togetherTwins } from './of-togetherness.js';
import { workerTwins } from './of-worker-lives.js';
import { stricterTwins } from './stricter-twins.js';

/** For each kind of mutant the right ones beside it: every law must let them pass. */
export const twins: readonly Subject[] = [
  ...livedTwins,
  ...workerTwins,
  ...listenerTwins,
  ...policyTwins,
  ...cacheTwins,
  ...rewrittenSpecTwins,
  ...stricterTwins,
  ...differenceTwins,
  ...faultTwins,
  ...taintTwins,
  ...togetherTwins,
  ...keyTwins,
];
