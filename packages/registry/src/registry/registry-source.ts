import { executorMembers, type ToolExecutor } from '@pawl/core';
import { isToolOrigin, type ToolOrigin, toolOrigins } from './tool-origin.js';

/**
 * Who says what a source's tools require: `both` asks the origin and the executor and takes everything that either
 * names; `origin` does the same, but an executor that answers "everything", as one does that never classified its tools,
 * is not heard; `owner` takes the executor's answer alone.
 */
export type ClassifiedBy = 'both' | 'origin' | 'owner';

/** An executor among others, and the operator's word on it. */
export interface RegistrySource {
  /** What the operator calls it, in messages and `ownerOf`; unique in a registry. */
  readonly name: string;
  /** Whose tools these are. */
  readonly executor: ToolExecutor;
  /** Where its tools come from. */
  readonly origin: ToolOrigin;
  /** Put before the names of its tools. Default: nothing. */
  readonly prefix?: string;
  /** Who says what its tools require. Default: `'both'`, the strictest. */
  readonly capabilities?: ClassifiedBy;
}

/** A source without its executor: what a registry tells of it. */
export type SourceInfo = Required<Omit<RegistrySource, 'executor'>>;

const classifiers: ReadonlySet<unknown> = new Set(['both', 'origin', 'owner']);

/**
 * A copy of a source with its defaults filled in.
 *
 * @throws {TypeError} for a part that is wrong; the message names the source.
 */
export const checkSource = (source: RegistrySource): Required<RegistrySource> => {
  if (typeof source !== 'object' || source === null) {
    throw new TypeError('registry: a source is an object with `name`, `executor` and `origin`');
  }
  const { name, executor, origin, prefix = '', capabilities = 'both' } = source;
  if (typeof name !== 'string' || name === '') throw new TypeError('registry: every source needs a `name`');
  const wrong = (problem: string): TypeError => new TypeError(`registry: source ${JSON.stringify(name)}: ${problem}`);
  const missing = executorMembers.find((member) => typeof executor?.[member] !== 'function');
  if (missing !== undefined) throw wrong(`its \`executor\` has no \`${missing}\`: make it with \`defineExecutor\``);
  if (!isToolOrigin(origin)) {
    throw wrong(`say where its tools come from: \`origin\` is one of ${toolOrigins.join(', ')}`);
  }
  if (typeof prefix !== 'string') throw wrong('`prefix` must be a string');
  if (!classifiers.has(capabilities)) throw wrong("`capabilities` is 'both', 'origin' or 'owner'");
  return Object.freeze({ name, executor, origin, prefix, capabilities });
};
