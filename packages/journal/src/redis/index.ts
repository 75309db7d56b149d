/**
 * Approvals in Redis, through a `redis` client of yours.
 *
 * @packageDocumentation
 */
export { type RedisApprovalsOptions, redisApprovals } from './redis-approvals.js';
export type { RedisClient } from './redis-client.js';
