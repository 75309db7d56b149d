import type { Usage } from '../model/usage.js';
import type { UnattendedDenial } from '../turn/turn-result.js';

/** What became of a delegation. `pending`: the worker waits for a person. `refused`: it was not started. */
export type DelegateOutcome = 'completed' | 'pending' | 'failed' | 'refused';

/** What is kept of a delegation. Plain JSON. */
export interface DelegateRecord {
  /** The id of the delegating call, which is the worker's id. */
  readonly id: string;
  /** The agent, as the model named it. */
  readonly agent: string;
  /** What it was to do. */
  readonly task: string;
  /** What it was told beside the task. */
  readonly context?: string;
  /** The model that it ran on, where it was started and its model has a name. */
  readonly model?: string;
  /** What its model calls used, over all runs. */
  readonly usage: Usage;
  /** Its model calls, over all runs. */
  readonly steps: number;
  /** Paths that were copied into its root, in the order of copying. */
  readonly seeded: readonly string[];
  /** What became of it. */
  readonly outcome: DelegateOutcome;
  /** Why it failed or was refused. */
  readonly error?: string;
  /** What would have asked, where nobody was there to ask. */
  readonly unattendedDenials: readonly UnattendedDenial[];
}
