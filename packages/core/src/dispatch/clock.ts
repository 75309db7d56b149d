/** Where deadlines come from. Tests bring their own. */
export interface Clock {
  /** Calls `callback` after `ms` milliseconds, unless the function it returns is called first. */
  setTimeout(callback: () => void, ms: number): () => void;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  setTimeout: (callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
