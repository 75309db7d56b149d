/** A delegated worker. */
export interface WorkerRef {
  /** The id of the delegating call. */
  readonly id: string;
  /** The agent's name. */
  readonly agent: string;
}
