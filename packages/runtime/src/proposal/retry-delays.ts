import { ExponentialBackoff, halfJitterGenerator } from 'cockatiel';

/** A wait, and how to find the one after it. */
export interface RetryDelay extends RetryDelays {
  /** Milliseconds. */
  readonly duration: number;
}

/** Where waits between tries come from; cockatiel's back-offs are such sources. */
export interface RetryDelays {
  /** The next wait. */
  next(context: undefined): RetryDelay;
}

/**
 * 100 ms, 200 ms, 400 ms and so on, 30 s at most, the upper half of each at random.
 *
 * Only cockatiel's back-off is used, not its policy: the policy waits by the timers of the process, which neither an
 * injected clock nor a cancelled proposal can end.
 */
export const retryDelays = (): RetryDelays =>
  new ExponentialBackoff({ initialDelay: 100, maxDelay: 30_000, generator: halfJitterGenerator });
