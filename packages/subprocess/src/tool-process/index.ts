export type { Exchange } from './exchange.js';
export type { Loss } from './loss.js';
export { type ProcessOptions, type ProcessStats, ToolProcess } from './tool-process.js';
