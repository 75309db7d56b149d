import type { ToolCall } from '@pawl/core';
import { type Digest, digestJson } from '@pawl/journal';

/**
 * The name of what a call asks for: the SHA-256 of its tool, arguments, session and caller in canonical JSON. The order
 * of members does not count; no arguments, `null` and `{}` differ.
 *
 * @throws {JsonError} for arguments that are not I-JSON.
 * @example
 * ```ts
 * idempotencyKey({ tool: 'pay', args: { to: 'Ada', cents: 5 } }); // the same as with { cents: 5, to: 'Ada' }
 * ```
 */
export const idempotencyKey = (call: Pick<ToolCall, 'tool' | 'args' | 'session' | 'caller'>): Digest =>
  digestJson([call.tool, digestJson(call.args), call.session ?? null, call.caller ?? null]);
