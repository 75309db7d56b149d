import type { Clock } from '@pawl/core';

/** A clock that stands still until it is told to go on. */
export interface ManualClock extends Clock {
  /** Goes on, and calls what is due in order. */
  advance(ms: number): void;
  /** Milliseconds that the timers which are set now wait for, as they were asked. */
  readonly waits: readonly number[];
}

export const manualClock = (): ManualClock => {
  const timers = new Set<{ readonly at: number; readonly ms: number; readonly callback: () => void }>();
  let now = 0;
  return {
    setTimeout: (callback, ms) => {
      const timer = { at: now + ms, ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (ms) => {
      now += ms;
      for (const timer of [...timers].sort((a, b) => a.at - b.at)) {
        if (timer.at <= now && timers.delete(timer)) timer.callback();
      }
    },
    get waits() {
      return [...timers].map(({ ms }) => ms);
    },
  };
};

/** Lets everything that can go on go on. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => void setImmediate(resolve));
};
