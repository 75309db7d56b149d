import { defineExecutor, type ToolExecutor } from '@pawl/core';
import { callMembers } from './call-members.js';
import { buildCatalogue, type Catalogue, emptyCatalogue, entryOf } from './catalogue.js';
import { DuplicateNameError } from './duplicate-name-error.js';
import { nameMembers } from './name-members.js';
import { type Notifications, notifications } from './notifications.js';
import { recover } from './recover.js';
import { checkRegistryOptions, type NameConflict, type RegistryOptions } from './registry-options.js';
import { checkSource, type RegistrySource, type SourceInfo } from './registry-source.js';
import { type RegistryState, registryState } from './registry-state.js';
import { workerRegistry } from './worker-registry.js';

/**
 * Many executors as one. A layer around it hands on the contract alone, so who holds a stack can neither add a source nor
 * ask whose a tool is.
 */
export interface Registry extends ToolExecutor {
  /**
   * Adds a source, last in order.
   *
   * @throws {DuplicateNameError} for a tool whose name is taken, unless `onDuplicate` is `'first'`; nothing is added then.
   * @throws {TypeError} for a source that is wrong, or a name of a source that is taken.
   */
  readonly add: (source: RegistrySource) => void;
  /** Takes a source out, with all its tools; says whether it was there. */
  readonly remove: (source: string) => boolean;
  /** The name of the source that a call of this tool leads to. */
  readonly ownerOf: (tool: string) => string | undefined;
  /** The sources in their order. */
  readonly sources: () => readonly SourceInfo[];
  /** The names that a source advertises and does not get, because another had them first. */
  readonly conflicts: () => readonly NameConflict[];
}

const refuseDuplicate = (conflict: NameConflict | undefined, { onDuplicate = 'error' }: RegistryOptions): void => {
  if (conflict === undefined || onDuplicate === 'first') return;
  const { tool, kept, refused } = conflict;
  const who =
    kept === refused
      ? `source ${JSON.stringify(kept)} has two tools called ${JSON.stringify(tool)}`
      : `both ${JSON.stringify(kept)} and ${JSON.stringify(refused)} have a tool called ${JSON.stringify(tool)}`;
  throw new DuplicateNameError(
    `registry: ${who}: give one a \`prefix\`, or say \`onDuplicate: 'first'\` to take the one that is listed first`,
    { tool, owners: [kept, refused] },
  );
};

interface Made {
  readonly state: RegistryState;
  readonly executor: ToolExecutor;
  readonly check: Notifications['check'];
}

const make = (catalogue: Catalogue, options: RegistryOptions): Made => {
  const state = registryState(catalogue, options);
  const { onSpecsChange, check } = notifications(state);
  const executor = defineExecutor({
    specs: () => state.current().specs,
    onSpecsChange,
    ...nameMembers(state),
    ...callMembers(state),
    recoverUnadvertised: recover(state),
    forWorker: workerRegistry(state, (made) => make(made, options).executor),
  });
  return { state, executor, check };
};

const refuseTaken = (names: readonly string[]): void => {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new TypeError(`registry: two sources are called ${JSON.stringify(twice)}: give one another \`name\``);
};

/**
 * One executor of many. Every call and every question goes to the owner of its tool; a name that nobody owns gets the
 * strictest answer; what a tool requires follows the operator's word on its source.
 *
 * @throws {DuplicateNameError} for a tool that two sources advertise, unless `onDuplicate` is `'first'`.
 * @throws {TypeError} for a source or an option that is wrong; the message names it.
 * @example
 * ```ts
 * const tools = registry([
 *   { name: 'files', executor: files, origin: 'local-sandbox' },
 *   { name: 'issues', executor: issues, origin: 'registered-connector', prefix: 'issues_' },
 * ]);
 * ```
 */
export const registry = (sources: readonly RegistrySource[], options: RegistryOptions = {}): Registry => {
  if (!Array.isArray(sources)) throw new TypeError('registry: give the sources in a list');
  checkRegistryOptions(options);
  const checked = sources.map(checkSource);
  refuseTaken(checked.map(({ name }) => name));
  const first = buildCatalogue(checked.map(entryOf), emptyCatalogue);
  refuseDuplicate(first.conflicts[0], options);
  const { state, executor, check } = make(first, { ...options });
  return Object.freeze({
    ...executor,
    add: (given: RegistrySource): void => {
      const source = checkSource(given);
      const before = state.current();
      refuseTaken([...before.entries.map((entry) => entry.source.name), source.name]);
      const next = buildCatalogue([...before.entries, entryOf(source)], before);
      refuseDuplicate(
        next.conflicts.find(({ refused }) => refused === source.name),
        options,
      );
      state.replace(next);
      check();
    },
    remove: (name: string): boolean => {
      const before = state.current();
      const rest = before.entries.filter(({ source }) => source.name !== name);
      if (rest.length === before.entries.length) return false;
      state.replace(buildCatalogue(rest, before));
      check();
      return true;
    },
    ownerOf: (tool: string): string | undefined => state.routeOf(tool)?.source.name,
    sources: (): readonly SourceInfo[] =>
      state.current().entries.map(({ source: { executor: _, ...info } }) => Object.freeze(info)),
    conflicts: (): readonly NameConflict[] => state.current().conflicts,
  });
};
