import type { JsonObject, ToolCall } from '@pawl/core';

/** Why a call is stopped: its caller left, its time is up, or the executor is being closed. */
export type CancelReason = 'cancelled' | 'deadline' | 'closing';

/** The `params` of `tools.cancel`. */
export const cancelParams = (call: ToolCall, requestId: string, reason: CancelReason): JsonObject => ({
  request_id: requestId,
  action_id: call.id,
  reason,
});
