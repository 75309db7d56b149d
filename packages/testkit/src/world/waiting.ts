import type { Clock } from '@pawl/core';
import { NotSettled } from '../law/violation.js';

/** Bounds how long the kit waits for a subject. */
export interface Waiting {
  /**
   * What `answer` settles with. A law that no longer looks at it, because another call has already told, may leave it.
   *
   * @throws {NotSettled} when patience runs out.
   */
  readonly settle: <T>(answer: PromiseLike<T>, what: string) => Promise<T>;
}

/** Waits at most `patienceMs` for each answer; once one has not come, only a hundredth as long for the next ones. */
export const waitingWith = (clock: Clock, patienceMs: number): Waiting => {
  let patience = patienceMs;
  return {
    settle: <T>(answer: PromiseLike<T>, what: string) => {
      const settled = new Promise<T>((resolve, reject) => {
        const cancel = clock.setTimeout(() => {
          patience = Math.max(1, Math.ceil(patienceMs / 100));
          reject(new NotSettled(`${what} did not settle within ${patienceMs} ms`));
        }, patience);
        answer.then(
          (value) => {
            cancel();
            resolve(value);
          },
          (error: unknown) => {
            cancel();
            reject(error);
          },
        );
      });
      // Otherwise one that is left would end the process.
      settled.catch(() => {});
      return settled;
    },
  };
};
