import { isToolFailure, type ToolCall, ToolFailure } from '@pawl/core';

/** Whatever a tool's function threw, as a `ToolFailure`; one that is a `ToolFailure` already passes as it is. */
export const asToolFailure = (call: ToolCall, error: unknown): ToolFailure =>
  isToolFailure(error)
    ? error
    : new ToolFailure(`${call.tool} failed: ${error instanceof Error ? error.message : String(error)}`, {
        code: 'tool-error',
        cause: error,
      });

/** @throws {ToolFailure} `cancelled`, `not-started`, where nobody waits for the call any more. */
export const refuseCancelled = (call: ToolCall): void => {
  if (call.signal?.aborted !== true) return;
  throw new ToolFailure(`${call.tool} was not run: the call was cancelled before it began`, {
    code: 'cancelled',
    outcome: 'not-started',
    cause: call.signal.reason,
  });
};
