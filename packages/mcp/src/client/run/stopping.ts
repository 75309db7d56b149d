import type { Clock, ToolCall } from '@pawl/core';

// `dispatch` ends a call at its deadline; this one is only there for who calls without it, so it comes a little later.
const graceMs = 1_000;

/** What ends the wait for an answer early. */
export interface Stopping {
  /** Aborted with a reason that the server may know, unlike the caller's own. */
  readonly signal: AbortSignal;
  /** Which of the two it was; `undefined` while it is neither. */
  readonly how: 'caller' | 'deadline' | undefined;
  /** Starts the deadline anew. */
  restart(): void;
  /** Lets go of the timer and the listener. Always called. */
  end(): void;
}

/** Watches the signal and the deadline of a call that runs. */
export const startStopping = ({ signal, timeoutMs }: ToolCall, clock: Clock): Stopping => {
  const controller = new AbortController();
  let how: Stopping['how'];
  let cancelTimer = (): void => {};
  const stop = (by: 'caller' | 'deadline', reason: string): void => {
    how ??= by;
    controller.abort(reason);
  };
  const onAbort = (): void => stop('caller', 'nobody waits for the result any more');
  const restart = (): void => {
    cancelTimer();
    if (timeoutMs === undefined) return;
    cancelTimer = clock.setTimeout(() => stop('deadline', 'the deadline has passed'), timeoutMs + graceMs);
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  restart();
  return {
    signal: controller.signal,
    get how() {
      return how;
    },
    restart,
    end: () => {
      cancelTimer();
      signal?.removeEventListener('abort', onAbort);
    },
  };
};
