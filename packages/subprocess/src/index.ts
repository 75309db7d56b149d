/**
 * Tools as programs that speak JSON-RPC 2.0 over stdin and stdout.
 *
 * @packageDocumentation
 */
export type { Environment } from './environment/index.js';
export {
  type SubprocessExecutor,
  type SubprocessOptions,
  type SubprocessStats,
  type SubprocessTool,
  type SubprocessWorkspace,
  subprocess,
} from './executor/index.js';
export type { PoolStats } from './pool/index.js';
export type { ProcessStats } from './tool-process/index.js';
