import { canonicalJson, type JsonValue } from '@pawl/core';
import { signedBytes } from '../event/signed-bytes.js';
import type { ApprovalBinding } from './binding.js';

/**
 * How far a yes reaches: this very call, once (`once`); the same tool and arguments, for the session (`call`); the tool
 * with any arguments, for the session (`session`).
 */
export type ApprovalScope = 'once' | 'call' | 'session';

/** A person's answer, signed with a key that may speak for people. Plain JSON. */
export interface SignedApprovalResponse {
  /** The format. */
  readonly v: 1;
  /** The request that it answers. */
  readonly requestId: string;
  /** SHA-256 of that request, hexadecimal. */
  readonly requestDigest: string;
  /** The answer. */
  readonly answer: 'approve' | 'refuse';
  /** How far it reaches. */
  readonly scope: ApprovalScope;
  /** What it is bound to: that of the request, save for arguments that the person edited. */
  readonly binding: ApprovalBinding;
  /** The arguments to run instead, where the person edited them. */
  readonly args?: JsonValue;
  /** Who answered, as the approving side names people. */
  readonly approver: string;
  /** What the person said. */
  readonly reason?: string;
  /** When: ISO 8601, UTC. */
  readonly answeredAt: string;
  /** Until when it counts: ISO 8601, UTC. */
  readonly expiresAt: string;
  /** Id of the key that signed. */
  readonly key: string;
  /** Ed25519 signature, base64url. */
  readonly sig: string;
}

/** What the signature of a response is made over. @throws {JsonError} */
export const responseBytes = ({ sig: _, ...signed }: SignedApprovalResponse): Buffer =>
  signedBytes('approval-response', canonicalJson(signed));
