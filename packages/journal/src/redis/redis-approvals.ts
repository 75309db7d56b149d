import type { ApprovalStore } from '../approval/approval-store.js';
import { createApprovalStore } from '../approval/create-approval-store.js';
import type { ApprovalsOptions } from '../approval/journal-approvals.js';
import { recordedBackend } from '../approval/recorded-backend.js';
import { rememberKey } from '../approval/remember-key.js';
import { sha256 } from '../event/digest.js';
import type { Journal } from '../journal/journal.js';
import { JournalError } from '../journal/journal-error.js';
import { redisBackend } from './redis-backend.js';
import type { RedisClient } from './redis-client.js';

/** What approvals in Redis need. */
export interface RedisApprovalsOptions extends ApprovalsOptions {
  /** A connected `redis` client; it stays yours. */
  readonly client: RedisClient;
  /** The conversation. */
  readonly session: string;
  /** What the session's key begins with. Default: `'pawl:approvals:'`. */
  readonly prefix?: string;
  /** Where every step is recorded as an event too. Default: nowhere. */
  readonly journal?: Journal;
}

/** Milliseconds for which a session is kept after its last approval expired: far more than clocks differ. */
const marginMs = 86_400_000;

/**
 * The approvals of a session in Redis, shared by all processes at once: an answer, a use and a revocation count for
 * everybody from the moment they are made.
 *
 * @throws {JournalError} `invalid-option`.
 * @example
 * ```ts
 * const approvals = redisApprovals({ client, session: 'chat-42', keys });
 * const use = await approvals.use(outcome.request);
 * ```
 */
export const redisApprovals = (options: RedisApprovalsOptions): ApprovalStore => {
  const { client, session, keys, keyOf = rememberKey, now = Date.now, prefix = 'pawl:approvals:', journal } = options;
  const refuse = (problem: string): JournalError => new JournalError('invalid-option', `redisApprovals: ${problem}`);
  if (typeof client?.eval !== 'function') throw refuse('`client` is missing: give it a connected redis client');
  if (typeof session !== 'string' || session === '') throw refuse('`session` must be a string that is not empty');
  if (typeof keys?.find !== 'function') throw refuse('`keys` is missing: give it `keyRing([…])`');
  if (journal !== undefined && journal.session !== session) throw refuse('`journal` is of another session');
  const lifetime = (expiresAt: string): number => Math.max(0, Date.parse(expiresAt) - now()) + marginMs;
  const own = redisBackend({ client, key: `${prefix}${sha256(session)}`, lifetime });
  const backend = journal === undefined ? own : recordedBackend(own, journal);
  return createApprovalStore({ session, backend, keys, keyOf, now });
};
