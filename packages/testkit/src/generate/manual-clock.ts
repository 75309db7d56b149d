import type { Clock } from '@pawl/core';

/** A clock that stands still until told. */
export interface ManualClock extends Clock {
  /** Fires every timer that is set now. */
  readonly fire: () => void;
}

/** A clock for deadlines that no test has to wait for. */
export const manualClock = (): ManualClock => {
  let timers: { readonly callback: () => void }[] = [];
  return {
    setTimeout: (callback) => {
      const timer = { callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    fire: () => {
      const due = timers;
      timers = [];
      for (const { callback } of due) callback();
    },
  };
};

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const maxTurns = 40;

/** Lets a promise settle, firing the clock whenever nothing else moves. */
export const drive = async <T>(answer: Promise<T>, clock: ManualClock): Promise<T | undefined> => {
  let settled = false;
  const watched = answer.finally(() => {
    settled = true;
  });
  watched.catch(() => {});
  for (let turns = 0; turns < maxTurns; turns++) {
    for (let step = 0; step < 8 && !settled; step++) await Promise.resolve();
    if (settled) return watched;
    await turn();
    if (settled) return watched;
    clock.fire();
  }
  return undefined;
};
