export { type Lease, type PoolStats, ProcessPool } from './process-pool.js';
