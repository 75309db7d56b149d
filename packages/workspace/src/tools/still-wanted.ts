import { type ToolCall, ToolFailure } from '@pawl/core';

/** Throws when nobody waits for the call any more, or its time is over. */
export type StillWanted = () => void;

/** Watches a call's signal and its time-out from now on. */
export const stillWanted = (call: ToolCall): StillWanted => {
  const { signal, timeoutMs } = call;
  const end = timeoutMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + timeoutMs;
  return () => {
    if (signal?.aborted === true) {
      throw new ToolFailure(`${call.tool} was cancelled`, { code: 'cancelled', outcome: 'failed' });
    }
    if (performance.now() > end) {
      throw new ToolFailure(`${call.tool} took longer than ${timeoutMs} ms: narrow it down, or allow more time`, {
        code: 'timeout',
        outcome: 'failed',
      });
    }
  };
};
