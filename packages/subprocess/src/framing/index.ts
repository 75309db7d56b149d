export { decodeLine } from './decode-line.js';
export { type Line, LineSplitter, type OverlongLine } from './line-splitter.js';
export { type OverlongIds, overlongIds } from './overlong-ids.js';
