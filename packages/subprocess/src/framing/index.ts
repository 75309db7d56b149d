export { decodeLine } from './decode-line.js';
export { type Line, LineSplitter } from './line-splitter.js';
export { overlongIds } from './overlong-ids.js';
export { toLine } from './to-line.js';
