import type { ApprovalRequest } from '@pawl/core';
import {
  type ApprovalStore,
  type SignedApprovalRequest,
  type SignedApprovalResponse,
  type SignRequestOptions,
  type SignResponseOptions,
  signRequest,
  signResponse,
} from '../src/index.js';
import { agent, approver, mailRequest } from './fixture.js';

/** A request as the agent signs it. */
export const asked = (
  changes: Partial<ApprovalRequest> = {},
  options: Partial<SignRequestOptions> = {},
): Promise<SignedApprovalRequest> => signRequest(mailRequest(changes), { signer: agent.signer, ...options });

/** A person's yes, or what the options say. */
export const answered = (
  request: SignedApprovalRequest,
  options: Partial<SignResponseOptions> = {},
): Promise<SignedApprovalResponse> =>
  signResponse(request, { answer: 'approve', approver: 'mara', signer: approver.signer, ...options });

/** Asks and answers in a store; gives the request back. */
export const approveIn = async (
  store: ApprovalStore,
  {
    request = {},
    response = {},
    signing = {},
  }: {
    readonly request?: Partial<ApprovalRequest>;
    readonly response?: Partial<SignResponseOptions>;
    readonly signing?: Partial<SignRequestOptions>;
  } = {},
): Promise<SignedApprovalRequest> => {
  const signed = await asked(request, signing);
  await store.ask(signed);
  const result = await store.answer(await answered(signed, { now: signing.now ?? Date.now, ...response }));
  if (!result.ok) throw new Error(result.message);
  return signed;
};
