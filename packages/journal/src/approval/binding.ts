import type { ApprovalRequest } from '@pawl/core';
import { type Digest, digestJson, fingerprint } from '../event/digest.js';

/** What an approval is bound to. Two calls are alike for it exactly where all of these are equal. */
export interface ApprovalBinding {
  /** The provider's id of the call. */
  readonly callId: string;
  /** The tool's name. */
  readonly tool: string;
  /** Digest of the tool's definition. */
  readonly fingerprint: Digest;
  /** Digest of the arguments that will run; `absent` where there are none. */
  readonly argsDigest: Digest;
  /** On whose behalf. */
  readonly caller?: string;
  /** The conversation. */
  readonly session?: string;
  /** The delegated worker that asked. */
  readonly worker?: string;
}

/** The binding of a request, by a worker where one asked. @throws {JsonError} for arguments that are not I-JSON. */
export const bindingOf = (request: ApprovalRequest, worker?: string): ApprovalBinding => ({
  callId: request.callId,
  tool: request.tool,
  fingerprint: fingerprint(request.spec),
  argsDigest: 'args' in request ? digestJson(explicit(request.args)) : 'absent',
  ...(request.caller === undefined ? {} : { caller: request.caller }),
  ...(request.session === undefined ? {} : { session: request.session }),
  ...(worker === undefined ? {} : { worker }),
});

/** `undefined` that somebody wrote down is no argument; it must not pass for the lack of one. */
const explicit = (args: unknown): unknown => {
  if (args === undefined) throw new TypeError('`args` is there and undefined: leave it out where there is none');
  return args;
};
