/** Where deadlines come from. Tests bring their own. */
export interface Clock {
  /** Calls `callback` after `ms` milliseconds, unless the function it returns is called first. */
  setTimeout(callback: () => void, ms: number): () => void;
}

// A timer that is set for longer fires at once.
const longest = 2 ** 31 - 1;

/** The clock of the machine. What is to wait for more than 24.8 days waits for as long as that. */
export const systemClock: Clock = {
  setTimeout: (callback, ms) => {
    const timer = setTimeout(callback, Math.min(ms, longest));
    return () => clearTimeout(timer);
  },
};
