import type { Clock } from '@pawl/core';

/** What `ask` answers; rejects after `ms` milliseconds, and where `ask` throws. */
export const timedAnswer = <T>(ask: () => Promise<T>, { clock, ms }: { clock: Clock; ms: number }): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const answer = ask();
    const cancel = clock.setTimeout(() => reject(new Error(`gave no answer within ${ms} ms`)), ms);
    const settle =
      <V>(pass: (value: V) => void) =>
      (value: V): void => {
        cancel();
        pass(value);
      };
    answer.then(settle(resolve), settle(reject));
  });
