import type { JsonObject, ToolCall, ToolExecution, ToolProgress } from '@pawl/core';
import { maxTimeoutMs } from '../check-options.js';
import { admit } from './admit.js';
import { callParams } from './call-params.js';
import { checkStructuredContent } from './check-structured-content.js';
import { errorResultFailure, isErrorResult } from './error-result.js';
import { failureFromError, stoppedFailure } from './failure-from-error.js';
import type { Session } from './session.js';
import { startStopping } from './stopping.js';
import { wholeResult } from './whole-result.js';

/** Ways in which a stream's call differs from a plain one. */
export interface RunOptions {
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined;
  /** Whether progress starts the deadline anew, as `dispatchStream` does for every chunk. */
  readonly deadline: 'whole' | 'per-progress';
}

/** Calls a tool on the server. @throws {ToolFailure} */
export const runTool = async (session: Session, call: ToolCall, options: RunOptions): Promise<ToolExecution> => {
  const spec = admit(session, call);
  const result = await request(session, call, options);
  if (isErrorResult(result)) throw errorResultFailure(call.tool, result);
  checkStructuredContent(spec, result, session.warn);
  return { output: result };
};

const request = async (session: Session, call: ToolCall, options: RunOptions): Promise<JsonObject> => {
  const { client, connection, server, progress, clock } = session;
  const { onProgress, deadline } = options;
  const stopping = startStopping(call, clock);
  const report = (news: ToolProgress): void => {
    if (deadline === 'per-progress') stopping.restart();
    try {
      onProgress?.(news);
    } catch (error) {
      // The caller's own fault; the tool is not to blame, and there is nobody to throw it to.
      session.warn({ code: 'protocol', message: `onProgress of ${call.tool} threw: ${String(error)}` });
    }
  };
  const token = onProgress === undefined ? undefined : progress.open(report);
  try {
    const params = callParams(call, token);
    const toolsCall = { method: 'tools/call', params };
    return await client.request(toolsCall, wholeResult, { signal: stopping.signal, timeout: maxTimeoutMs });
  } catch (error) {
    if (stopping.how !== undefined) throw stoppedFailure(call, stopping.how);
    throw failureFromError({ call, server, connection }, error);
  } finally {
    if (token !== undefined) progress.close(token);
    stopping.end();
  }
};
