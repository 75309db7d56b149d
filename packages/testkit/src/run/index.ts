export { type ConformanceCase, casesFor } from './cases-for.js';
export { checkConformance } from './check-conformance.js';
export { type CheckOptions, profiles } from './options.js';
export { replay, replayResult } from './replay.js';
