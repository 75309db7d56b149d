import { canonicalJson } from '@pawl/core';
import { digestJson } from '../event/digest.js';
import { checkSignature, type SignatureClaim } from '../keys/check-signature.js';
import type { KeyRing } from '../keys/key-ring.js';
import { type ApprovalRefusal, type ApprovalRefusalCode, refusal } from './approval-refusal.js';
import { isSignedRequest, isSignedResponse } from './approval-shape.js';
import { bindingOf } from './binding.js';
import type { SignedApproval } from './signed-approval.js';
import { requestBytes, requestDigest, type SignedApprovalRequest } from './signed-request.js';
import { responseBytes, type SignedApprovalResponse } from './signed-response.js';

const signatureRefusal = (
  keys: KeyRing,
  claim: SignatureClaim,
  forged: ApprovalRefusalCode,
): ApprovalRefusal | undefined => {
  const what = forged === 'forged-request' ? 'the request' : 'the response';
  const answer = checkSignature(keys, claim);
  if (answer === 'valid') return undefined;
  if (answer === 'bad-signature') {
    return refusal(forged, `the signature is not of ${what}: it was forged, or altered after it was signed`);
  }
  return answer === 'unknown-key'
    ? refusal(answer, `${what} is signed with key ${JSON.stringify(claim.keyId)}, which is not in the ring`)
    : refusal(answer, `${what} is signed with key ${JSON.stringify(claim.keyId)}, which may not sign it`);
};

const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

const guarded = (check: () => ApprovalRefusal | undefined): ApprovalRefusal | undefined => {
  try {
    return check();
  } catch {
    return refusal('malformed', 'it holds what is not I-JSON');
  }
};

/** What is wrong with a request in itself; nothing where it was signed as it is by a key that may. */
export const checkRequest = (request: SignedApprovalRequest, keys: KeyRing): ApprovalRefusal | undefined =>
  guarded(() => {
    if (!isSignedRequest(request)) return refusal('malformed', 'the request is not of the shape of one');
    const { key, sig } = request;
    const claim = { keyId: key, use: 'journal', message: requestBytes(request), sig } as const;
    const forged = signatureRefusal(keys, claim, 'forged-request');
    if (forged !== undefined) return forged;
    return same(request.binding, bindingOf(request.request, request.binding.worker))
      ? undefined
      : refusal('altered', 'the request is not bound to the call that it holds');
  });

const checkResponse = (
  { request, response }: SignedApproval,
  keys: KeyRing,
  now: number,
): ApprovalRefusal | undefined => {
  if (!isSignedResponse(response)) return refusal('malformed', 'the response is not of the shape of one');
  const { key, sig } = response;
  const claim = { keyId: key, use: 'approval', message: responseBytes(response), sig } as const;
  const forged = signatureRefusal(keys, claim, 'forged-response');
  if (forged !== undefined) return forged;
  if (response.requestId !== request.id || response.requestDigest !== requestDigest(request)) {
    return refusal('other-request', 'the response answers another request');
  }
  const argsDigest = 'args' in response ? digestJson(response.args) : request.binding.argsDigest;
  if (!same(response.binding, { ...request.binding, argsDigest })) {
    return refusal('altered', 'the response is not bound to the call of its request');
  }
  if (Date.parse(response.answeredAt) >= Date.parse(request.expiresAt)) {
    return refusal('expired', `the request could be answered until ${request.expiresAt}`);
  }
  return now >= Date.parse(response.expiresAt)
    ? refusal('expired', `the answer counted until ${response.expiresAt}`)
    : undefined;
};

/** What is wrong with an approval in itself, whatever it is used for. */
export const checkSigned = (approval: SignedApproval, keys: KeyRing, now: number): ApprovalRefusal | undefined =>
  checkRequest(approval.request, keys) ?? guarded(() => checkResponse(approval, keys, now));

/** The request as a person approved it, with the arguments that they edited. */
export const askedOf = ({
  request,
  response,
}: {
  readonly request: SignedApprovalRequest;
  readonly response: SignedApprovalResponse;
}): SignedApprovalRequest['request'] =>
  response.args === undefined ? request.request : { ...request.request, args: response.args };
