import type { ToolCall } from '@pawl/core';
import { Attempt, type AttemptOptions, type Listener } from './attempt.js';

/** The attempts of one program that are under way, so that closing can stop them. */
export class Running {
  readonly #options: AttemptOptions;
  readonly #attempts = new Set<Attempt>();

  /** Every attempt gets these options. */
  constructor(options: AttemptOptions) {
    this.#options = options;
  }

  /** Starts an attempt. */
  start(call: ToolCall, listener: Listener): Attempt {
    const attempt = new Attempt(call, this.#options, listener);
    this.#attempts.add(attempt);
    void attempt.settled.then(() => this.#attempts.delete(attempt));
    return attempt;
  }

  /** Stops every attempt; resolves when all are settled. */
  async stop(): Promise<void> {
    const attempts = [...this.#attempts];
    for (const attempt of attempts) attempt.stop('closing');
    await Promise.all(attempts.map(({ settled }) => settled));
  }
}
