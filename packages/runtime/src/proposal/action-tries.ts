/** The tries of an action. Plain JSON. */
export interface ActionTries {
  /** The action's. */
  readonly id: string;
  /** The last try of which it is known how it ended; 0 before the first. */
  readonly made: number;
  /** The last try that was started, where it is not known how that ended: it may have run. */
  readonly started?: number;
}

/** Counts the tries of actions, over the runs of a proposal. */
export class TryCounter {
  readonly #made = new Map<string, number>();
  readonly #started = new Map<string, number>();

  constructor(before: readonly ActionTries[]) {
    for (const { id, made, started = made } of before) {
      this.#made.set(id, made);
      this.#started.set(id, started);
    }
  }

  /** The last try that was let through; 0 before the first. */
  last(id: string): number {
    return Math.max(this.#made.get(id) ?? 0, this.#started.get(id) ?? 0);
  }

  /** Whether it was started and nobody knows how that ended. */
  isOpen(id: string): boolean {
    return (this.#started.get(id) ?? 0) > (this.#made.get(id) ?? 0);
  }

  start(id: string, attempt: number): void {
    this.#started.set(id, Math.max(attempt, this.#started.get(id) ?? 0));
  }

  end(id: string, attempt: number): void {
    this.#made.set(id, attempt);
  }

  /** It was not started after all. */
  abandon(id: string): void {
    this.#started.set(id, this.#made.get(id) ?? 0);
  }

  /** The tries of these actions, of those that have any. */
  of(ids: readonly string[]): readonly ActionTries[] {
    return ids.flatMap((id) => {
      if (this.last(id) === 0) return [];
      const started = this.isOpen(id) ? { started: this.last(id) } : {};
      return [{ id, made: this.#made.get(id) ?? 0, ...started }];
    });
  }
}
