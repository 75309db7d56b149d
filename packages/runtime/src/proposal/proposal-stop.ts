import { setMaxListeners } from 'node:events';
import type { Clock } from '@pawl/core';
import type { ProposalHalt } from './proposal-resume.js';

/** Whether a proposal goes on, and what waits only while it does. */
export class ProposalStop {
  /** Nothing more starts. */
  readonly #stop = new AbortController();
  /** What runs is cancelled. The tools listen here, so that the caller's signal has one listener whatever runs. */
  readonly #cancelled = new AbortController();
  readonly #signal: AbortSignal | undefined;
  readonly #clock: Clock;
  #halted: ProposalHalt | undefined;

  constructor(clock: Clock, signal: AbortSignal | undefined) {
    this.#clock = clock;
    this.#signal = signal;
    for (const one of [this.#stop, this.#cancelled]) setMaxListeners(0, one.signal);
    if (signal?.aborted === true) this.#cancel();
    else signal?.addEventListener('abort', this.#cancel, { once: true });
  }

  readonly #cancel = (): void => {
    this.halt({ status: 'cancelled', reason: 'the caller cancelled the proposal' });
    this.#cancelled.abort(this.#signal?.reason);
  };

  get halted(): ProposalHalt | undefined {
    return this.#halted;
  }

  /** What tells the tools; none where the caller cannot cancel. */
  get cancelled(): AbortSignal | undefined {
    return this.#signal === undefined ? undefined : this.#cancelled.signal;
  }

  /** Lets nothing more start. What runs is waited for: how it ends is worth more than an unknown. */
  halt(halt: ProposalHalt): void {
    this.#halted ??= halt;
    this.#stop.abort();
  }

  /** Lets go of the caller's signal. Always called. */
  end(): void {
    this.#signal?.removeEventListener('abort', this.#cancel);
  }

  /** Resolves after so many milliseconds, or as soon as the proposal ends early. */
  async wait(ms: number): Promise<void> {
    let clear = (): void => {};
    const due = new Promise<void>((resolve) => {
      clear = this.#clock.setTimeout(resolve, ms);
    });
    await this.unlessHalted(due);
    clear();
  }

  /** What a promise gives, or `undefined` as soon as the proposal ends early. */
  async unlessHalted<T>(promise: Promise<T>): Promise<T | undefined> {
    const { signal } = this.#stop;
    if (signal.aborted) return undefined;
    let stopped = (): void => {};
    const halted = new Promise<undefined>((resolve) => {
      stopped = () => resolve(undefined);
      signal.addEventListener('abort', stopped, { once: true });
    });
    try {
      return await Promise.race([promise, halted]);
    } finally {
      signal.removeEventListener('abort', stopped);
    }
  }
}
