import type { CapabilitySet, Clock, ToolExecutor, ToolSpec, WorkerRoot, WorkerScope } from '@pawl/core';
import type { Environment } from '../environment/index.js';

/** A program and the tools that it answers for. */
export interface SubprocessTool {
  /** The tool, or the tools, that the program runs. */
  readonly spec: ToolSpec | readonly ToolSpec[];
  /** A path, or a name that is looked up in the program's `PATH`. There is no shell in between. */
  readonly command: string;
  /** Default: none. */
  readonly args?: readonly string[];
  /** Added to the minimal environment and to `SubprocessOptions.env`. Default: nothing. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: the working directory of this process. */
  readonly cwd?: string;
  /** Processes of the program at the same time. Default: 1. */
  readonly pool?: number;
  /**
   * Calls under way at the same time in one process. Default: 1. With more, a call that ignores its cancel takes the
   * others of its process with it: they fail as `source-lost`.
   */
  readonly concurrency?: number;
  /** Whether the program can stream (`stream: true`). Default: `false`, and `executeStream` fails as `unsupported`. */
  readonly stream?: boolean;
  /** What its tools must be granted. Default: `ALL`, so a person is asked. */
  readonly capabilities?: CapabilitySet;
  /** Whether a person is asked whatever the arguments. Default: `true`, unless the spec says `readOnlyHint: true`. */
  readonly needsApproval?: boolean;
}

/** `'none'`: the programs own no files, so a worker may use them; or how they are re-rooted for one. */
export type SubprocessWorkspace = 'none' | ((scope: WorkerScope) => Promise<WorkerRoot>);

/** What `subprocess` takes. */
export interface SubprocessOptions {
  /** The programs. A tool's name is used once. */
  readonly tools: readonly SubprocessTool[];
  /** Runs every other name. It is not closed with this executor. Default: other names are unknown. */
  readonly fallback?: ToolExecutor;
  /** Default: not said, so a worker is refused. */
  readonly workspace?: SubprocessWorkspace;
  /** Environment of all programs, added to the minimal one. Default: nothing. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where the minimal environment is taken from, read when a program starts. Default: `process.env`. */
  readonly hostEnv?: Environment;
  /** Bytes that one message may have, either way. Default: 16 MiB. */
  readonly maxMessageBytes?: number;
  /** Milliseconds for a call without a `timeoutMs`. Default: 300,000. */
  readonly defaultTimeoutMs?: number;
  /** Milliseconds that a program has to answer a `tools.cancel` before it is ended. Default: 2,000. */
  readonly cancelGraceMs?: number;
  /** Milliseconds between end of stdin, SIGTERM and SIGKILL. Default: 2,000. */
  readonly endGraceMs?: number;
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** Makes the request ids; never the same twice. Default: random UUIDs. */
  readonly newId?: () => string;
}
