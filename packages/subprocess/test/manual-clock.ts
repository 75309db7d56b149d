import type { Clock } from '@pawl/core';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that stands still until it is told to go on. */
export interface ManualClock extends Clock {
  /** Goes on, and calls what is due in order. */
  advance(ms: number): void;
  /** Timers that are not due yet. */
  readonly pending: number;
}

export const manualClock = (): ManualClock => {
  const timers = new Set<Timer>();
  let now = 0;
  return {
    setTimeout: (callback, ms) => {
      const timer = { at: now + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (ms) => {
      now += ms;
      for (const timer of [...timers].sort((a, b) => a.at - b.at)) {
        if (timer.at > now || !timers.delete(timer)) continue;
        timer.callback();
      }
    },
    get pending() {
      return timers.size;
    },
  };
};
