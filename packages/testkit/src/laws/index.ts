import type { Law } from '../law/law.js';
import { forwardMembers } from './forward-members.js';
import { specsNarrowed } from './specs-narrowed.js';
import { workerRewrapped } from './worker-rewrapped.js';

/** Every law, in the order of the table. */
export const laws: readonly Law[] = [...forwardMembers, specsNarrowed, workerRewrapped];
