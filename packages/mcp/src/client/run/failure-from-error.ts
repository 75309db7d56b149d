import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client';
import { isJson, isToolFailure, type ToolCall, ToolFailure } from '@pawl/core';
import type { Connection } from '../connection.js';
import { LocalFault } from '../local-fault.js';
import { NotSentError } from '../not-sent-error.js';
import { neverConnected } from './never-connected.js';

// JSON-RPC 2.0, section 5.1: the server did not get as far as running anything.
const notRunCodes: ReadonlySet<number> = new Set([-32_700, -32_600, -32_601, -32_602]);
const stderrShown = 500;

/** What a failure is about. */
export interface Failing {
  readonly call: ToolCall;
  /** What messages call the server. */
  readonly server: string;
  readonly connection: Connection;
}

const unknownEffect = 'whether it took effect is unknown';

const stderrOf = ({ connection }: Failing): string => {
  const tail = connection.stderrTail.slice(-stderrShown);
  return tail === '' ? '' : `; the last of its stderr: ${tail}`;
};

const lost = (failing: Failing, outcome: 'not-started' | 'unknown', cause: unknown): ToolFailure => {
  const { call, server, connection } = failing;
  const how = connection.ended ?? 'is not connected';
  const message =
    outcome === 'unknown'
      ? `${call.tool} was running when its server ${server} ${how}; ${unknownEffect}${stderrOf(failing)}`
      : `${call.tool} did not run, because its server ${server} ${how}: connect anew${stderrOf(failing)}`;
  return new ToolFailure(message, { code: 'source-lost', outcome, cause });
};

const protocolFailure = ({ call, server }: Failing, error: ProtocolError): ToolFailure => {
  const { code, message, data } = error;
  if (data instanceof LocalFault) {
    const sentence = `${call.tool} gave no usable result: ${data.message}; ${unknownEffect}`;
    return new ToolFailure(sentence, { code: data.code, outcome: 'unknown', cause: error });
  }
  return new ToolFailure(`the server ${server} refused ${call.tool}: ${message} (JSON-RPC error ${code})`, {
    code: code === -32_602 ? 'invalid-arguments' : 'tool-error',
    outcome: notRunCodes.has(code) ? 'not-started' : 'failed',
    output: { code, message, ...(isJson(data) ? { data } : {}) },
    cause: error,
  });
};

const httpFailure = ({ call, server }: Failing, error: SdkHttpError): ToolFailure => {
  // A request that a server refuses as such has run nothing; of a time-out (408) or a fault (5xx) that cannot be said.
  const isRefused = error.status !== undefined && error.status >= 400 && error.status < 500 && error.status !== 408;
  const how = `the server ${server} answered HTTP ${error.status}`;
  return isRefused
    ? new ToolFailure(
        `${call.tool} did not run: ${how}: check the server's URL, headers and session, then connect anew`,
        {
          code: error.status === 404 ? 'source-lost' : 'refused',
          outcome: 'not-started',
          cause: error,
        },
      )
    : new ToolFailure(`${call.tool} failed: ${how}; ${unknownEffect}`, {
        code: 'source-lost',
        outcome: 'unknown',
        cause: error,
      });
};

/** Nobody waits any more: the caller left, or the deadline passed. */
export const stoppedFailure = (call: ToolCall, how: 'caller' | 'deadline'): ToolFailure => {
  const reason: unknown = call.signal?.reason;
  const isLate = how === 'deadline' || (isToolFailure(reason) && reason.code === 'timeout');
  const message = isLate ? `gave no answer within ${call.timeoutMs} ms` : 'was cancelled';
  return new ToolFailure(`${call.tool} ${message}; ${unknownEffect}`, {
    code: isLate ? 'timeout' : 'cancelled',
    outcome: 'unknown',
  });
};

const sdkFailure = (failing: Failing, error: SdkError): ToolFailure => {
  const { call } = failing;
  if (error.code === SdkErrorCode.NotConnected) return lost(failing, 'not-started', error);
  if (error.code === SdkErrorCode.ConnectionClosed) return lost(failing, 'unknown', error);
  const message = `${call.tool} gave no usable result: ${error.message}; ${unknownEffect}`;
  return new ToolFailure(message, { code: 'invalid-result', outcome: 'unknown', cause: error });
};

/** The failure that an error of the official client, or of a transport, stands for. */
export const failureFromError = (failing: Failing, error: unknown): ToolFailure => {
  if (isToolFailure(error)) return error;
  if (error instanceof ProtocolError) return protocolFailure(failing, error);
  if (error instanceof SdkHttpError) return httpFailure(failing, error);
  if (error instanceof SdkError) return sdkFailure(failing, error);
  const { call, server, connection } = failing;
  if (error instanceof UnauthorizedError) {
    const message = `${call.tool} did not run: the server ${server} wants authorization: give \`authProvider\` or \`headers\``;
    return new ToolFailure(message, { code: 'refused', outcome: 'not-started', cause: error });
  }
  // The official client says "Not connected" with a plain error.
  if (error instanceof NotSentError || connection.ended !== undefined) return lost(failing, 'not-started', error);
  if (neverConnected(error)) {
    const message = `${call.tool} did not run: nobody answers at the server ${server}: start it, or check its URL`;
    return new ToolFailure(message, { code: 'source-lost', outcome: 'not-started', cause: error });
  }
  const message = `the connection to the server ${server} failed while ${call.tool} ran; ${unknownEffect}`;
  return new ToolFailure(message, { code: 'source-lost', outcome: 'unknown', cause: error });
};
