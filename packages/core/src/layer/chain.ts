import type { ToolExecutor } from '../contract/tool-executor.js';
import type { Layer } from './layer.js';

/** One level of a layered executor. */
export interface ChainLink {
  readonly layer: Layer;
  readonly inner: ToolExecutor;
}

// Known to `explain` alone: a layered executor itself offers no way to its inner.
const links = new WeakMap<ToolExecutor, ChainLink>();

/** How an executor was made, if `layer` made it. */
export const linkOf = (executor: ToolExecutor): ChainLink | undefined => links.get(executor);

/** Notes how an executor was made. */
export const noteLink = (executor: ToolExecutor, link: ChainLink): void => {
  links.set(executor, link);
};
