import {
  type DispatchContext,
  dispatchStream,
  type StreamOutcome,
  type ToolCall,
  type ToolExecutor,
  ToolFailure,
} from '@pawl/core';
import { type DetachedOptions, longestMs } from './detached-options.js';

/** What a start needs. */
export interface Start {
  readonly executor: ToolExecutor;
  readonly call: ToolCall;
  readonly context: DispatchContext;
  readonly settings: Required<DetachedOptions>;
  /** Aborted where everything ends. */
  readonly closing: AbortSignal;
}

type Ended = 'timeout' | 'cancelled';

/** A start that was ended from here: `dispatchStream` knows of a cancel, but not why. */
const explained = (outcome: StreamOutcome, ended: Ended | undefined, ms: number): StreamOutcome => {
  if (outcome.status !== 'failed' || outcome.failure.code !== 'cancelled' || ended !== 'timeout') return outcome;
  const message = `${outcome.tool} was stopped because it had not started after ${ms} ms`;
  return { ...outcome, failure: outcome.failure.with({ code: 'timeout', message }) };
};

/**
 * `dispatchStream`, where time-out and signal of the call bound the start alone: what is detached runs on when whoever
 * started it has gone.
 */
export const startStream = async (start: Start): Promise<StreamOutcome> => {
  const { executor, call, context, settings, closing } = start;
  const { timeoutMs: ms = settings.startTimeoutMs, signal, ...rest } = call;
  const stop = new AbortController();
  let ended: Ended | undefined;
  const end = (why: Ended) => (): void => {
    ended ??= why;
    stop.abort();
  };
  const cancel = end('cancelled');
  for (const source of [signal, closing]) {
    if (source?.aborted === true) cancel();
    source?.addEventListener('abort', cancel, { once: true });
  }
  const clear = settings.clock.setTimeout(end('timeout'), Math.min(ms, longestMs));
  try {
    const unbounded = { clock: settings.clock, ...context, callTimeoutMs: longestMs };
    const outcome = await dispatchStream(executor, { ...rest, signal: stop.signal }, unbounded);
    if (outcome.status !== 'streaming' || ended === undefined) return explained(outcome, ended, ms);
    // It started in the very moment in which it was ended.
    const { stream, ...judged } = outcome;
    await stream.return?.();
    const message = `${call.tool} was ${ended === 'timeout' ? 'stopped' : 'cancelled'}; whether it took effect is unknown`;
    return { ...judged, status: 'failed', failure: new ToolFailure(message, { code: ended, outcome: 'unknown' }) };
  } finally {
    clear();
    for (const source of [signal, closing]) source?.removeEventListener('abort', cancel);
  }
};
