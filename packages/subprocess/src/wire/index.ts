export { type CancelReason, cancelParams } from './cancel-params.js';
export { executeParams } from './execute-params.js';
export { readChunk } from './read-chunk.js';
export { readExecution } from './read-execution.js';
export { readFailure } from './read-failure.js';
export { readProgress } from './read-progress.js';
