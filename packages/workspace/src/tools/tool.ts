import type { CapabilitySet, Clock, ToolCall, ToolExecution, ToolSpec, ToolStreamChunk } from '@pawl/core';
import type { Root } from '../fence/open-root.js';
import type { Ledger } from '../files/ledger.js';
import type { PathLocks } from '../files/path-locks.js';
import type { ShellSettings } from '../shell/shell-options.js';
import type { WorkspaceLimits } from '../workspace/limits.js';

/** What the tools of one root share. */
export interface ToolSetting {
  readonly root: Root;
  readonly ledger: Ledger;
  readonly lock: PathLocks;
  readonly limits: WorkspaceLimits;
  readonly shell: ShellSettings;
  readonly clock: Clock;
}

/** One tool: what is told about it, and what it does. */
export interface WorkspaceTool {
  readonly spec: ToolSpec;
  readonly capabilities: CapabilitySet;
  /** The arguments that are paths, for `sandboxWouldDeny`. */
  readonly pathArguments: readonly string[];
  /** The arguments that are globs, for the same. */
  readonly globArguments?: readonly string[];
  /** Whether the tool cannot run on this machine, whatever its arguments. */
  unavailable?(setting: ToolSetting): boolean;
  run(call: ToolCall, setting: ToolSetting): Promise<ToolExecution>;
  /** For a tool that can hand out its result as it comes. */
  stream?(call: ToolCall, setting: ToolSetting): AsyncIterable<ToolStreamChunk>;
}
