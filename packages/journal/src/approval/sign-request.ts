import { randomUUID } from 'node:crypto';
import { type ApprovalRequest, snapshotJson } from '@pawl/core';
import type { Signer } from '../keys/signer.js';
import { bindingOf } from './binding.js';
import { requestBytes, type SignedApprovalRequest } from './signed-request.js';

/** How a request is signed. */
export interface SignRequestOptions {
  /** Its key must have the use `journal`. */
  readonly signer: Signer;
  /** Milliseconds in which it may be answered. Default: 86,400,000, a day. */
  readonly ttlMs?: number;
  /** The delegated worker that asks, by the id of its delegation. */
  readonly worker?: string;
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
  /** Unique ids. Default: `randomUUID`. */
  readonly newId?: () => string;
}

/**
 * Signs what a person is to be asked, as the gate gave it.
 *
 * @throws {JsonError} for arguments that are not I-JSON. @throws {RangeError} for a `ttlMs` that is not positive.
 * @example
 * ```ts
 * if (outcome.status === 'pending') await approvals.ask(await signRequest(outcome.request, { signer }));
 * ```
 */
export const signRequest = async (
  request: ApprovalRequest,
  { signer, ttlMs = 86_400_000, worker, now = Date.now, newId = randomUUID }: SignRequestOptions,
): Promise<SignedApprovalRequest> => {
  if (!(ttlMs > 0 && Number.isSafeInteger(ttlMs)))
    throw new RangeError('signRequest: `ttlMs` must be whole and above 0');
  const at = now();
  // A definition may have members that are `undefined`, which JSON has not.
  const spec: unknown = JSON.parse(JSON.stringify(request.spec));
  const unsigned: SignedApprovalRequest = {
    v: 1,
    id: newId(),
    // The snapshot of a request has the members of the request.
    request: snapshotJson({ ...request, spec }) as unknown as ApprovalRequest,
    binding: bindingOf(request, worker),
    issuedAt: new Date(at).toISOString(),
    expiresAt: new Date(at + ttlMs).toISOString(),
    key: signer.keyId,
    sig: '',
  };
  return Object.freeze({
    ...unsigned,
    sig: Buffer.from(await signer.sign(requestBytes(unsigned))).toString('base64url'),
  });
};
