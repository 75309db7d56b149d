import type { ToolCall } from '../contract/tool-call.js';
import { ToolFailure } from '../contract/tool-failure.js';
import type { Clock } from './clock.js';

const timedOut = (call: ToolCall, ms: number): ToolFailure =>
  new ToolFailure(`${call.tool} was stopped after ${ms} ms; whether it took effect is unknown`, {
    code: 'timeout',
    outcome: 'unknown',
  });

const cancelled = (call: ToolCall, outcome: 'not-started' | 'unknown'): ToolFailure =>
  new ToolFailure(
    outcome === 'unknown'
      ? `${call.tool} was cancelled; whether it took effect is unknown`
      : `${call.tool} was cancelled before it started`,
    { code: 'cancelled', outcome },
  );

const running: unique symbol = Symbol('the call under way');

// One getter for all calls: a getter of its own for each would give each call a shape of its own, and everything that
// handles calls would slow down by an order of magnitude.
const lazySignal: PropertyDescriptor & ThisType<{ readonly [running]: Running }> = {
  get() {
    return this[running].signal();
  },
  enumerable: true,
};

const callWith = (asked: ToolCall, ms: number, state: Running): ToolCall => {
  const call = { ...asked, timeoutMs: ms };
  Object.defineProperty(call, running, { value: state });
  Object.defineProperty(call, 'signal', lazySignal);
  return Object.freeze(call);
};

/** A call under way: what the tool gets, and the two ways in which waiting for it ends early. */
export class Running {
  /** With the signal and the time that the tool has. */
  readonly call: ToolCall;
  readonly #asked: ToolCall;
  readonly #clock: Clock;
  readonly #ms: number;
  /** A signal costs more than the whole gate, and most tools never look at it: it is made when one does. */
  #controller: AbortController | undefined;
  #rejectWaiting: ((failure: ToolFailure) => void) | undefined;
  #ended: ToolFailure | undefined;
  #clearTimer: () => void;

  /** Starts the time of a call. @throws {ToolFailure} `cancelled`, `not-started`, where its signal is already aborted. */
  constructor(asked: ToolCall, clock: Clock, ms: number) {
    const { signal } = asked;
    if (signal?.aborted === true) throw cancelled(asked, 'not-started');
    this.#asked = asked;
    this.#clock = clock;
    this.#ms = ms;
    this.#clearTimer = this.#startTimer();
    signal?.addEventListener('abort', this.cancel, { once: true });
    this.call = callWith(asked, ms, this);
  }

  #startTimer(): () => void {
    return this.#clock.setTimeout(() => this.#stop(timedOut(this.#asked, this.#ms)), this.#ms);
  }

  #stop(failure: ToolFailure): void {
    if (this.#ended !== undefined) return;
    this.#ended = failure;
    this.#rejectWaiting?.(failure);
    this.#controller?.abort(failure);
  }

  signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#ended !== undefined) this.#controller.abort(this.#ended);
    }
    return this.#controller.signal;
  }

  /** Tells the tool to stop, and whoever waits that it was cancelled. */
  readonly cancel = (): void => this.#stop(cancelled(this.#asked, 'unknown'));

  /** Waits for the tool, but no longer than the deadline and the caller's patience. */
  wait<T>(answer: PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      // Of an answer that comes too late nobody hears; its failure must not go unhandled either.
      answer.then(resolve, reject);
      if (this.#ended === undefined) this.#rejectWaiting = reject;
      else reject(this.#ended);
    });
  }

  /** Starts the deadline anew. */
  restart(): void {
    this.#clearTimer();
    if (this.#ended === undefined) this.#clearTimer = this.#startTimer();
  }

  /** Lets go of timers and listeners. Always called. */
  end(): void {
    this.#clearTimer();
    this.#asked.signal?.removeEventListener('abort', this.cancel);
  }
}
