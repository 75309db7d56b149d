import type { CapabilitySet } from '../capability/capability-set.js';
import type { ToolCall } from './tool-call.js';
import type { ToolDecision } from './tool-decision.js';
import type { ToolExecution, ToolOutcome } from './tool-outcome.js';
import type { ToolSpec } from './tool-spec.js';
import type { ToolStreamChunk } from './tool-stream-chunk.js';
import type { WorkerRoot, WorkerScope } from './worker.js';

/**
 * The contract: fourteen members, none optional. Questions about a name are synchronous, pure and cheap; questions about
 * a call are asynchronous. Authors of a part of it use `defineExecutor`, authors of a wrapper use `layer`.
 */
export interface ToolExecutor {
  /** The tools offered to the model: the same array until the catalogue changes. */
  specs(): readonly ToolSpec[];
  /** Calls `listener` once for each change of the catalogue; returns the unsubscribe. */
  onSpecsChange(listener: () => void): () => void;
  /** Whether a call of this name would be this executor's to run. */
  owns(tool: string): boolean;
  /** Whether a person must be asked before this tool runs, whatever its arguments. */
  needsApproval(tool: string): boolean;
  /** Whether a person's approval of this tool may be remembered. */
  cacheableApproval(tool: string): boolean;
  /** What the tool must be granted to run. */
  requiredCapabilities(tool: string): CapabilitySet;
  /** Whether the tool's results may hold text that somebody outside wrote. */
  ingestsUntrustedContent(tool: string): boolean;
  /** What may happen to this very call, arguments considered. */
  preDispatch(call: ToolCall): Promise<ToolDecision>;
  /** Whether the sandbox would refuse this call, found out without touching anything. */
  sandboxWouldDeny(call: ToolCall): Promise<boolean>;
  /** Tools that are not advertised and that the call may have meant. */
  recoverUnadvertised(call: ToolCall): Promise<readonly ToolSpec[]>;
  /** Runs the tool. Rejects only with `ToolFailure`. */
  execute(call: ToolCall): Promise<ToolExecution>;
  /** Runs the tool and hands out its result as it comes. Rejects only with `ToolFailure`. */
  executeStream(call: ToolCall): Promise<AsyncIterable<ToolStreamChunk>>;
  /** Sees every outcome before the caller does. The same object back means unchanged; a failure never becomes a success. */
  postDispatch(call: ToolCall, outcome: ToolOutcome): Promise<ToolOutcome>;
  /** The executor for a delegated worker. */
  forWorker(scope: WorkerScope): Promise<WorkerRoot>;
}

/** The name of a member of the contract. */
export type ExecutorMember = keyof ToolExecutor;

// `satisfies` alone would let a member be forgotten; the record makes the compiler notice.
const everyMember: Readonly<Record<ExecutorMember, true>> = {
  specs: true,
  onSpecsChange: true,
  owns: true,
  needsApproval: true,
  cacheableApproval: true,
  requiredCapabilities: true,
  ingestsUntrustedContent: true,
  preDispatch: true,
  sandboxWouldDeny: true,
  recoverUnadvertised: true,
  execute: true,
  executeStream: true,
  postDispatch: true,
  forWorker: true,
};

/** The fourteen members, in the order of the contract. */
// Object.keys gives the names above and no others.
export const executorMembers: readonly ExecutorMember[] = Object.keys(everyMember) as ExecutorMember[];
