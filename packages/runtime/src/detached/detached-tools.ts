import type {
  DispatchContext,
  FailedOutcome,
  NotRunOutcome,
  OutcomeBase,
  ToolCallInit,
  ToolExecution,
  ToolFailure,
  ToolStreamChunk,
} from '@pawl/core';

/** Whose handle it is. A call without a session or caller has an owner of its own: the one without. */
export interface DetachedOwner {
  /** The call's session. */
  readonly session?: string;
  /** The call's caller. */
  readonly caller?: string;
}

/** What became of a start: a handle, or why there is none. */
export type DetachedStart =
  | NotRunOutcome
  | FailedOutcome
  | (OutcomeBase & {
      /** It runs. */
      readonly status: 'running';
      /** Names it from now on; nobody can guess it, and it works for its owner alone. */
      readonly handle: string;
      /** Whether what it streams may hold text that somebody outside wrote. */
      readonly untrusted: boolean;
    });

/** How far a detached tool has come. */
export type DetachedStatus = 'running' | 'done' | 'failed' | 'cancelled';

/** What a detached tool has given since the last poll. */
export interface DetachedPoll {
  /** The call's id. */
  readonly callId: string;
  /** The tool's name. */
  readonly tool: string;
  /** Anything but `running` is the last word: the handle is gone after this poll. */
  readonly status: DetachedStatus;
  /** In order, the last one included; taken together, polls give the whole stream but for what was dropped. */
  readonly chunks: readonly ToolStreamChunk[];
  /** Chunks that were dropped since the start, the oldest first, because nobody polled. */
  readonly dropped: number;
  /** Whether the chunks may hold text that somebody outside wrote. */
  readonly untrusted: boolean;
  /** The result, where it is done and gave one. Its mutations are applied nowhere. */
  readonly result?: ToolExecution;
  /** Why it failed. */
  readonly failure?: ToolFailure;
}

/** A detached tool in a list. */
export interface DetachedEntry {
  /** To poll or cancel it. */
  readonly handle: string;
  /** The call's id. */
  readonly callId: string;
  /** The tool's name. */
  readonly tool: string;
  /** How far it has come. */
  readonly status: DetachedStatus;
}

/** Starts tools and lets them run beside the conversation. */
export interface DetachedTools extends AsyncDisposable {
  /**
   * Starts a tool that can stream. It goes through the same gate as any call, and one that cannot stream is refused. The
   * call's `timeoutMs` and `signal` bound the start alone, the gate's judgement included. Never rejects.
   */
  start(call: ToolCallInit, context?: DispatchContext): Promise<DetachedStart>;
  /** What has come since the last poll; `undefined` for a handle that is unknown, gone, or somebody else's. */
  poll(handle: string, owner?: DetachedOwner): DetachedPoll | undefined;
  /** Ends a tool that runs, for good: a result that still comes changes nothing. Says whether there was one to end. */
  cancel(handle: string, owner?: DetachedOwner): boolean;
  /** The owner's handles. It is no poll: a handle that is only listed is reaped. */
  list(owner?: DetachedOwner): readonly DetachedEntry[];
  /** Ends every tool and forgets every handle. Resolves when they have let go; nothing starts any more. */
  close(): Promise<void>;
}
