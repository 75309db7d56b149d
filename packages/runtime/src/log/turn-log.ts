import type { JsonValue } from '@pawl/core';

/** A call that is about to run, or was. */
export interface StartedCall {
  /** The call's id; within a delegated worker `<worker>/<id>`. */
  readonly callId: string;
  /** The tool's name. */
  readonly tool: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** The arguments that will run. */
  readonly args?: JsonValue;
}

/**
 * Where it is kept that a call was started. It is asked when a turn is resumed: a call that was started and has no result
 * may have run, and is not run again unless that is harmless. A journal is such a log; this one is for callers without.
 */
export interface TurnLog {
  /** Keeps that these calls are about to run; once it has settled, that survives a crash. Nothing runs before. */
  started(calls: readonly StartedCall[]): Promise<void>;
  /** The last start of each of these calls that was started. */
  find(callIds: readonly string[]): Promise<readonly Pick<StartedCall, 'callId' | 'attempt'>[]>;
}
