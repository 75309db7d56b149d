import { type ApprovalRequest, canonicalJson } from '@pawl/core';
import { sha256 } from '../event/digest.js';
import { signedBytes } from '../event/signed-bytes.js';
import type { ApprovalBinding } from './binding.js';

/** What a person is asked, signed by whoever runs the agent. Plain JSON. */
export interface SignedApprovalRequest {
  /** The format. */
  readonly v: 1;
  /** Names the request; never used twice. */
  readonly id: string;
  /** What the gate asked, whole. */
  readonly request: ApprovalRequest;
  /** What an answer to it is bound to. */
  readonly binding: ApprovalBinding;
  /** When it was issued: ISO 8601, UTC. */
  readonly issuedAt: string;
  /** Until when it may be answered: ISO 8601, UTC. */
  readonly expiresAt: string;
  /** Id of the key that signed. */
  readonly key: string;
  /** Ed25519 signature, base64url. */
  readonly sig: string;
}

const text = ({ sig: _, ...signed }: SignedApprovalRequest): string => canonicalJson(signed);

/** What the signature of a request is made over. @throws {JsonError} */
export const requestBytes = (request: SignedApprovalRequest): Buffer => signedBytes('approval-request', text(request));

/** The digest that an answer repeats, so that it answers this request and no other. @throws {JsonError} */
export const requestDigest = (request: SignedApprovalRequest): string => sha256(text(request));
