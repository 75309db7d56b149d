export { type Lease, type PoolOptions, type PoolStats, ProcessPool } from './process-pool.js';
