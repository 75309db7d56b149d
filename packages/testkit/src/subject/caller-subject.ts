import { AdapterError } from './adapter-error.js';
import { requireName } from './require-name.js';
import type { CallerSubject, SubjectHooks } from './subject.js';

/** What `callerSubject` takes. */
export interface CallerSubjectOptions extends SubjectHooks {
  readonly name: string;
  /** Runs, or goes on with, one turn until it is done or must ask people. */
  readonly run: CallerSubject['run'];
}

/**
 * Something that calls tools, to be checked: a turn loop. The kit runs it on random batches, answers as people would,
 * lets tools end in drawn orders, and crashes it between any two steps.
 *
 * @throws {AdapterError} for options that make no subject.
 * @example
 * ```ts
 * callerSubject({ name: 'my loop', run: async (turn) => myLoop(turn) });
 * ```
 */
export const callerSubject = (options: CallerSubjectOptions): CallerSubject => {
  requireName('callerSubject', options);
  if (typeof options.run !== 'function') {
    throw new AdapterError(
      'bad-option',
      `callerSubject ${options.name}: \`run\` must be a function from a turn to a report`,
    );
  }
  return Object.freeze({ ...options, kind: 'caller' });
};
