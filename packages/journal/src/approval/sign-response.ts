import { type JsonValue, snapshotJson } from '@pawl/core';
import { digestJson } from '../event/digest.js';
import type { Signer } from '../keys/signer.js';
import { requestDigest, type SignedApprovalRequest } from './signed-request.js';
import { type ApprovalScope, responseBytes, type SignedApprovalResponse } from './signed-response.js';

/** What a person answered, and who signs for it. */
export interface SignResponseOptions {
  /** The answer. */
  readonly answer: 'approve' | 'refuse';
  /** Who answered. */
  readonly approver: string;
  /** Its key must have the use `approval`. */
  readonly signer: Signer;
  /** How far a yes reaches. Default: `'once'`. */
  readonly scope?: ApprovalScope;
  /** Arguments to run instead of those in the request. */
  readonly args?: JsonValue;
  /** What the person said. */
  readonly reason?: string;
  /** Milliseconds for which the answer counts. Default: until the request expires. */
  readonly ttlMs?: number;
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

/**
 * Signs a person's answer. Belongs where the person is, with a key that the agent's own process does not have.
 *
 * @throws {JsonError} for edited arguments that are not I-JSON. @throws {RangeError} for a `ttlMs` that is not positive.
 * @example
 * ```ts
 * const response = await signResponse(request, { answer: 'approve', approver: 'mara', signer: approverSigner });
 * ```
 */
export const signResponse = async (
  request: SignedApprovalRequest,
  { signer, now = Date.now, ttlMs, ...said }: SignResponseOptions,
): Promise<SignedApprovalResponse> => {
  if (ttlMs !== undefined && !(ttlMs > 0 && Number.isSafeInteger(ttlMs))) {
    throw new RangeError('signResponse: `ttlMs` must be whole and above 0');
  }
  const at = now();
  const edited = said.args === undefined ? {} : { args: snapshotJson(said.args) };
  const argsDigest = said.args === undefined ? request.binding.argsDigest : digestJson(said.args);
  const unsigned: SignedApprovalResponse = {
    v: 1,
    requestId: request.id,
    requestDigest: requestDigest(request),
    answer: said.answer,
    scope: said.scope ?? 'once',
    binding: { ...request.binding, argsDigest },
    ...edited,
    approver: said.approver,
    ...(said.reason === undefined ? {} : { reason: said.reason }),
    answeredAt: new Date(at).toISOString(),
    expiresAt: ttlMs === undefined ? request.expiresAt : new Date(at + ttlMs).toISOString(),
    key: signer.keyId,
    sig: '',
  };
  return Object.freeze({
    ...unsigned,
    sig: Buffer.from(await signer.sign(responseBytes(unsigned))).toString('base64url'),
  });
};
