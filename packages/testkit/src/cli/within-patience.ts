import type { Clock } from '@pawl/core';

/** What `work` settles with. Rejects with `late()` when it takes longer than `ms`. */
export const withinPatience = <T>(
  work: PromiseLike<T>,
  { clock, ms, late }: { readonly clock: Clock; readonly ms: number; readonly late: () => Error },
): Promise<T> =>
  new Promise((resolve, reject) => {
    const cancel = clock.setTimeout(() => reject(late()), ms);
    work.then(
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
