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
  /** Whether `holds` comes to hold while messages may still be on their way: a hundredth of the patience. */
  readonly until: (holds: () => boolean) => Promise<boolean>;
}

/** One turn of the event loop: what a process or a socket sent can come in. */
export const loopTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Waits at most `patienceMs` for each answer; once one has not come, only a hundredth as long for the next ones. */
export const waitingWith = (clock: Clock, patienceMs: number): Waiting => {
  let patience = patienceMs;
  let grace = Math.max(1, Math.ceil(patienceMs / 100));
  return {
    until: async (holds) => {
      let isOver = false;
      const cancel = clock.setTimeout(() => {
        isOver = true;
      }, grace);
      while (!holds() && !isOver) await loopTurn();
      cancel();
      if (!holds()) grace = Math.max(1, Math.ceil(grace / 10));
      return holds();
    },
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
