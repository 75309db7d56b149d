import type { WhenUnmatched } from '../options/when-unmatched.js';
import type { ArgumentRule } from './argument-rule.js';

/** What a narrowing withholds. In every pattern `*` stands for any characters; the rest, case included, for itself. */
export interface NarrowingOptions {
  /** Names and patterns of the tools that stay; every other tool is withheld. Default: all stay. */
  readonly allow?: readonly string[];
  /** Names and patterns of the tools that are withheld, also where `allow` names them. Default: none. */
  readonly deny?: readonly string[];
  /** What the arguments of the tools that stay must hold. Default: nothing is asked of them. */
  readonly args?: readonly ArgumentRule[];
  /** What to do about patterns that match nothing, or everything, when the layer is applied. Default: `'error'`. */
  readonly whenUnmatched?: WhenUnmatched;
}
