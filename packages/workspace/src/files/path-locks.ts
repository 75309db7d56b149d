/** Runs work on one path after the other work on that path. */
export type PathLocks = <T>(path: string, work: () => Promise<T>) => Promise<T>;

/** Locks within this process: two edits of one file never lose one of them. */
export const createPathLocks = (): PathLocks => {
  const tails = new Map<string, Promise<unknown>>();
  return async (path, work) => {
    const before = tails.get(path) ?? Promise.resolve();
    const run = before.then(work, work);
    // How the work ended is its caller's business; the next in line only waits for the end.
    const tail = run.catch(() => undefined);
    tails.set(path, tail);
    try {
      return await run;
    } finally {
      if (tails.get(path) === tail) tails.delete(path);
    }
  };
};
