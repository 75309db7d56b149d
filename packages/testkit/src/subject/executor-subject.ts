import { AdapterError } from './adapter-error.js';
import { requireName } from './require-name.js';
import type { ExecutorSubject, SubjectHooks } from './subject.js';

/** What `executorSubject` takes. */
export interface ExecutorSubjectOptions extends SubjectHooks {
  readonly name: string;
  /** Makes a new executor; called for every run. */
  readonly create: ExecutorSubject['create'];
}

/**
 * An executor to be checked alone.
 *
 * @throws {AdapterError} for options that make no subject.
 * @example
 * ```ts
 * const subject = executorSubject({ name: 'my tools', create: () => myTools() });
 * ```
 */
export const executorSubject = (options: ExecutorSubjectOptions): ExecutorSubject => {
  requireName('executorSubject', options);
  if (typeof options.create !== 'function') {
    throw new AdapterError(
      'bad-option',
      `executorSubject ${options.name}: \`create\` must be a function that makes a new executor`,
    );
  }
  return Object.freeze({ ...options, kind: 'executor' });
};
