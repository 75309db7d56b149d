export { executeCall } from './execute-call.js';
export { Running } from './running.js';
export { streamCall } from './stream-call.js';
