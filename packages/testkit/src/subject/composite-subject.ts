import type { Touches } from '@pawl/core';
import { AdapterError } from './adapter-error.js';
import { requireName } from './require-name.js';
import { requireTouches } from './require-touches.js';
import type { CompositeSubject, SubjectHooks } from './subject.js';

/** What `compositeSubject` takes. */
export interface CompositeSubjectOptions extends SubjectHooks {
  readonly name: string;
  /** Puts sources together, anew for every run. */
  readonly create: CompositeSubject['create'];
  /** Members that may answer stricter than the owner of a name. Default: none. */
  readonly touches?: Touches;
  /** What becomes of a name that two sources have. Default: `error`. */
  readonly duplicates?: CompositeSubject['duplicates'];
  /** The name under which a source's tool is offered. Default: its own. */
  readonly rename?: CompositeSubject['rename'];
}

/**
 * Several executors as one, to be checked.
 *
 * @throws {AdapterError} for options that make no subject.
 * @example
 * ```ts
 * compositeSubject({ name: 'registry', create: (sources) => registry(sources) });
 * ```
 */
export const compositeSubject = (options: CompositeSubjectOptions): CompositeSubject => {
  requireName('compositeSubject', options);
  if (typeof options.create !== 'function') {
    throw new AdapterError(
      'bad-option',
      `compositeSubject ${options.name}: \`create\` must be a function from sources to an executor`,
    );
  }
  requireTouches(`compositeSubject ${options.name}`, options.touches ?? {});
  return Object.freeze({
    touches: {},
    duplicates: 'error',
    rename: (_source: string, tool: string) => tool,
    ...options,
    kind: 'composite',
  });
};
