import type { ApprovalBackend, Consumption, StoredApproval } from '../approval/approval-backend.js';
import { isSignedRequest, isSignedResponse } from '../approval/approval-shape.js';
import type { SignedApproval } from '../approval/signed-approval.js';
import type { SignedApprovalRequest } from '../approval/signed-request.js';
import type { RedisClient } from './redis-client.js';
import * as scripts from './scripts.js';

/** Where a session's approvals are. */
export interface RedisPlace {
  readonly client: RedisClient;
  /** The one key of the session. */
  readonly key: string;
  /** How long to keep what expires at the instant given, in milliseconds from now. */
  readonly lifetime: (expiresAt: string) => number;
}

const parse = (text: unknown): unknown => {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};

const asApproval = (value: unknown): SignedApproval | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { request, response } = value as { readonly request?: unknown; readonly response?: unknown }; // looked at below
  return isSignedRequest(request) && isSignedResponse(response) ? { request, response } : undefined;
};

/** Three replies each: answer, taken back, used. What is no answer is left out; it could not be used anyway. */
const stored = (reply: unknown): readonly StoredApproval[] => {
  const parts: readonly unknown[] = Array.isArray(reply) ? reply : [];
  const found: StoredApproval[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const approval = asApproval(parse(parts[at]));
    if (approval !== undefined) found.push({ approval, revoked: parts[at + 1] !== '0', used: parts[at + 2] !== '0' });
  }
  return found;
};

const isConsumption = (reply: unknown): reply is Consumption =>
  reply === 'consumed' || reply === 'replayed' || reply === 'revoked';

/** Approvals in Redis: every step is one script, so it is atomic for all processes. */
export const redisBackend = ({ client, key, lifetime }: RedisPlace): ApprovalBackend => {
  const run = (script: string, ...args: readonly string[]): Promise<unknown> =>
    client.eval(script, { keys: [key], arguments: [...args] });
  return {
    addRequest: async (request) => {
      const ms = String(lifetime(request.expiresAt));
      return (await run(scripts.addRequestScript, request.id, JSON.stringify(request), ms)) === 1;
    },
    findRequest: async (id): Promise<SignedApprovalRequest | undefined> => {
      const request = parse(await run(scripts.findRequestScript, id));
      return isSignedRequest(request) ? request : undefined;
    },
    addAnswer: async (approval, keys) => {
      const { request, response } = approval;
      const ms = String(lifetime(response.expiresAt));
      const text = JSON.stringify({ request, response });
      const [kept] = stored(await run(scripts.addAnswerScript, request.id, text, ms, ...keys));
      // A reply that is none must not look like a yes that is kept.
      return kept ?? { approval, revoked: true, used: true };
    },
    find: async (name) => stored(await run(scripts.findScript, name)),
    consume: async (id, { callId, single }) => {
      const reply = await run(scripts.consumeScript, id, callId, single ? '1' : '0');
      return isConsumption(reply) ? reply : 'unknown';
    },
    revoke: async (id) => (await run(scripts.revokeScript, id)) === 1,
    ids: async () => {
      const reply = await run(scripts.idsScript);
      return Array.isArray(reply) ? reply.filter((id): id is string => typeof id === 'string') : [];
    },
  };
};
