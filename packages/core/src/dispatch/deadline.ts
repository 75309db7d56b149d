import type { ToolCall } from '../contract/tool-call.js';
import { ToolFailure } from '../contract/tool-failure.js';
import type { Clock } from './clock.js';

/** A call under way: what the tool gets, and the two ways in which waiting for it ends early. */
export interface Running {
  /** With the signal and the time that the tool has. */
  readonly call: ToolCall;
  /** Waits for the tool, but no longer than the deadline and the caller's patience. */
  wait<T>(answer: PromiseLike<T>): Promise<T>;
  /** Starts the deadline anew. */
  restart(): void;
  /** Tells the tool to stop, and whoever waits that it was cancelled. */
  cancel(): void;
  /** Lets go of timers and listeners. Always called. */
  end(): void;
}

const timedOut = (call: ToolCall, ms: number): ToolFailure =>
  new ToolFailure(`${call.tool} was stopped after ${ms} ms; whether it took effect is unknown`, {
    code: 'timeout',
    outcome: 'unknown',
  });

const cancelled = (call: ToolCall, outcome: 'not-started' | 'unknown'): ToolFailure =>
  new ToolFailure(
    outcome === 'unknown'
      ? `${call.tool} was cancelled; whether it took effect is unknown`
      : `${call.tool} was cancelled before it started`,
    { code: 'cancelled', outcome },
  );

/** Starts the time of a call. @throws {ToolFailure} `cancelled`, `not-started`, where its signal is already aborted. */
export const startDeadline = (asked: ToolCall, clock: Clock, ms: number): Running => {
  if (asked.signal?.aborted === true) throw cancelled(asked, 'not-started');
  // A signal costs more than the whole gate, and most tools never look at it: it is made when one does.
  let controller: AbortController | undefined;
  let rejectWaiting: ((failure: ToolFailure) => void) | undefined;
  let ended: ToolFailure | undefined;
  const stop = (failure: ToolFailure): void => {
    if (ended !== undefined) return;
    ended = failure;
    rejectWaiting?.(failure);
    controller?.abort(failure);
  };
  const cancel = (): void => stop(cancelled(asked, 'unknown'));
  let clearTimer = clock.setTimeout(() => stop(timedOut(asked, ms)), ms);
  asked.signal?.addEventListener('abort', cancel, { once: true });
  const signal = (): AbortSignal => {
    if (controller === undefined) {
      controller = new AbortController();
      if (ended !== undefined) controller.abort(ended);
    }
    return controller.signal;
  };
  return {
    call: Object.freeze({
      ...asked,
      timeoutMs: ms,
      get signal() {
        return signal();
      },
    }),
    wait: (answer) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) {
          // Nobody waits for it any more; its own failure must not go unhandled.
          answer.then(undefined, () => {});
          reject(ended);
          return;
        }
        rejectWaiting = reject;
        answer.then(resolve, reject);
      }),
    restart: () => {
      clearTimer();
      if (ended === undefined) clearTimer = clock.setTimeout(() => stop(timedOut(asked, ms)), ms);
    },
    cancel,
    end: () => {
      clearTimer();
      asked.signal?.removeEventListener('abort', cancel);
    },
  };
};
