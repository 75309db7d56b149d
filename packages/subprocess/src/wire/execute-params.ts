import type { JsonObject, ToolCall } from '@pawl/core';

/** How the result is wanted: in one piece, or as it comes. */
export type ExecuteMode = 'unary' | 'stream';

/** The `params` of `tools.execute`. What the call does not have is left out. */
export const executeParams = (call: ToolCall, requestId: string, mode: ExecuteMode): JsonObject => ({
  action_id: call.id,
  tool: call.tool,
  ...(call.args === undefined ? {} : { parameters: call.args }),
  request_id: requestId,
  attempt: call.attempt,
  ...(call.session === undefined ? {} : { session_id: call.session }),
  ...(call.caller === undefined ? {} : { caller: call.caller }),
  ...(call.timeoutMs === undefined ? {} : { timeout_ms: call.timeoutMs }),
  ...(call.expectedEffects === undefined ? {} : { expected_effects: call.expectedEffects }),
  ...(call.returnSchema === undefined ? {} : { return_schema: call.returnSchema }),
  ...(call.meta === undefined ? {} : { meta: call.meta }),
  ...(mode === 'stream' ? { stream: true } : {}),
});
