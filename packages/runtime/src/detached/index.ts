export type { DetachedOptions } from './detached-options.js';
export type {
  DetachedEntry,
  DetachedOwner,
  DetachedPoll,
  DetachedStart,
  DetachedStatus,
  DetachedTools,
} from './detached-tools.js';
export { type DetachedInput, detachedTools } from './keep-detached.js';
