import type { ApprovalRequest } from '@pawl/core';
import { digestJson, sha256 } from '../event/digest.js';
import { bindingOf } from './binding.js';
import { askedOf } from './check-signed.js';
import type { SignedApproval } from './signed-approval.js';

/** How far a remembered yes reaches. */
export type RememberedScope = 'call' | 'session';

/** Names what a remembered approval covers: equal for two requests exactly where one approval may cover both. */
export type ApprovalKeyOf = (request: ApprovalRequest, scope: RememberedScope) => string;

/** The default: a digest of caller, session, tool, definition and, for the scope `call`, arguments. */
export const rememberKey: ApprovalKeyOf = (request, scope) => {
  const { callId: _, argsDigest, ...shared } = bindingOf(request);
  return digestJson([scope, shared, ...(scope === 'call' ? [argsDigest] : [])]);
};

/** The key under which the answer to one very call is found. */
export const callKey = (request: ApprovalRequest): string => {
  const { callId, caller, session } = bindingOf(request);
  return digestJson(['once', callId, caller === undefined ? [] : [caller], session === undefined ? [] : [session]]);
};

/** A key as the store has it: a worker's approvals are never under its parent's keys, nor the other way round. */
export const ofWorker = (key: string, worker: string | undefined): string =>
  worker === undefined ? key : `${key}@${sha256(worker)}`;

/** All keys under which an approval is to be found. */
export const keysOf = (approval: SignedApproval, keyOf: ApprovalKeyOf): readonly string[] => {
  const { request, response } = approval;
  const { worker } = request.binding;
  const wider = response.scope === 'once' ? [] : [keyOf(askedOf(approval), response.scope)];
  return [callKey(request.request), ...wider].map((key) => ofWorker(key, worker));
};
