import { setMaxListeners } from 'node:events';
import type { Clock } from '@pawl/core';
import type { TurnStop } from './turn-result.js';

/** The two ways in which a turn is stopped from outside. */
export class StopWatch {
  readonly #controller: AbortController | undefined;
  readonly #asked: AbortSignal | undefined;
  readonly #clear: () => void = () => {};
  #stop: TurnStop | undefined;

  constructor({ signal, timeoutMs }: { readonly signal?: AbortSignal; readonly timeoutMs?: number }, clock: Clock) {
    this.#asked = signal;
    if (signal === undefined && timeoutMs === undefined) return;
    this.#controller = new AbortController();
    // Every call of a batch listens, however many there are, and stops listening when it ends.
    setMaxListeners(0, this.#controller.signal);
    signal?.addEventListener('abort', this.#cancel, { once: true });
    if (signal?.aborted === true) this.#cancel();
    if (timeoutMs !== undefined) this.#clear = clock.setTimeout(() => this.#end('deadline'), timeoutMs);
  }

  readonly #cancel = (): void => this.#end('cancelled');

  #end(stop: 'cancelled' | 'deadline'): void {
    if (this.#stop !== undefined) return;
    this.#stop = stop;
    this.#controller?.abort(new Error(stop === 'deadline' ? 'the turn has used its time' : 'the turn was cancelled'));
  }

  /** Aborted when the turn is; missing where nothing can stop it. */
  get signal(): AbortSignal | undefined {
    return this.#controller?.signal;
  }

  /** Why the turn was stopped, once it was. */
  get stop(): TurnStop | undefined {
    return this.#stop;
  }

  /** Lets go of the timer and the listener. */
  end(): void {
    this.#clear();
    this.#asked?.removeEventListener('abort', this.#cancel);
  }
}
