import type { Message } from '../message/message.js';
import type { Usage } from '../model/usage.js';

/** A worker that waits for a person. Plain JSON. */
export interface WorkerState {
  /** The agent's name. */
  readonly agent: string;
  /** Its transcript. */
  readonly messages: readonly Message[];
  /** What its model calls used so far. */
  readonly usage: Usage;
  /** Model calls so far. */
  readonly steps: number;
  /** Paths that were copied into its root. */
  readonly seeded: readonly string[];
}
