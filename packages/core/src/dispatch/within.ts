import type { Clock } from './clock.js';

/** A member did not answer in time. */
export class MemberTimeout extends Error {
  override readonly name = 'MemberTimeout';
  constructor(ms: number) {
    super(`gave no answer within ${ms} ms`);
  }
}

/** What `ask` answers, or a rejection with `MemberTimeout` after `ms` milliseconds. A synchronous throw rejects as well. */
export const within = <T>(ask: () => PromiseLike<T>, clock: Clock, ms: number): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const answer = ask();
    const cancel = clock.setTimeout(() => reject(new MemberTimeout(ms)), ms);
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
