import { type Clock, isToolFailure, type ToolCall, type ToolExecution, ToolFailure } from '@pawl/core';
import { toLine } from '../framing/index.js';
import type { Lease, ProcessPool } from '../pool/index.js';
import type { Notification, Response } from '../rpc/index.js';
import type { Exchange, Loss } from '../tool-process/index.js';
import { type CancelReason, cancelParams, executeParams, readExecution, readFailure } from '../wire/index.js';
import {
  lostFailure,
  overlongFailure,
  startFailure,
  stoppedCode,
  stoppedFailure,
  tooLargeFailure,
} from './failures.js';

/** What an attempt needs. */
export interface AttemptOptions {
  readonly pool: ProcessPool;
  /** The program's command, for messages. */
  readonly command: string;
  readonly clock: Clock;
  /** An id that no other attempt ever has. */
  readonly newId: () => string;
  /** Milliseconds for a call without a `timeoutMs`. */
  readonly defaultTimeoutMs: number;
  /** Milliseconds that a program has to answer a `tools.cancel` before it is ended. */
  readonly cancelGraceMs: number;
  readonly maxMessageBytes: number;
}

/** What is done with notifications about a call. */
export interface Listener {
  readonly mode: 'unary' | 'stream';
  /** A notification; `false` where it makes no sense. A failure that it throws stops the call. */
  readonly onNotification: (notification: Notification) => boolean;
  /** Whether what came is still waiting to be taken, so that silence is not the tool's fault. */
  readonly isBehind: () => boolean;
}

/** One attempt of one call: waits for a process, sends the request, settles exactly once. */
export class Attempt implements Exchange {
  readonly id: string;
  /** Resolves when the request is on its way or will never be. */
  readonly sent: Promise<void>;
  /** The outcome. Never rejects. */
  readonly settled: Promise<ToolExecution | ToolFailure>;
  readonly #call: ToolCall;
  readonly #options: AttemptOptions;
  readonly #listener: Listener;
  readonly #waiting = new AbortController();
  #settle: (outcome: ToolExecution | ToolFailure) => void = () => {};
  #lease: Lease | undefined;
  #stopping: ToolFailure | undefined;
  #done = false;
  #clearTimer: () => void = () => {};

  /** Starts at once. */
  constructor(call: ToolCall, options: AttemptOptions, listener: Listener) {
    this.#call = call;
    this.#options = options;
    this.#listener = listener;
    this.id = options.newId();
    this.settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.sent = this.#start();
  }

  /** The process, once there is one. */
  get process(): Lease['process'] | undefined {
    return this.#lease?.process;
  }

  /** Tells the tool to stop; a program that does not answer within the grace is ended. */
  stop(reason: CancelReason): void {
    this.#stop(reason, stoppedFailure(this.#call, reason, this.#lease !== undefined));
  }

  answer({ error, result }: Response): void {
    if (error !== undefined) {
      const failure = readFailure(this.#call, error);
      // The tool knows better than this side what became of a call that it was told to stop.
      this.#finish(this.#stopping === undefined ? failure : failure.with({ code: this.#stopping.code }));
      return;
    }
    try {
      this.#finish(this.#stopping ?? readExecution(this.#call, result));
    } catch (problem) {
      this.#finish(asFailure(this.#call, problem));
    }
  }

  overlong(bytes: number): void {
    this.#finish(this.#stopping ?? overlongFailure(this.#call, bytes, this.#options.maxMessageBytes));
  }

  lose(loss: Loss): void {
    const { command } = this.#options;
    this.#finish(
      this.#stopping === undefined
        ? lostFailure(this.#call, command, loss)
        : loss.delivered
          ? this.#stopping
          : this.#stopping.with({ outcome: 'not-started' }),
    );
  }

  notify(notification: Notification): boolean {
    if (this.#stopping !== undefined) return false;
    if (this.#listener.mode === 'stream') this.#startTimer();
    try {
      return this.#listener.onNotification(notification);
    } catch (error) {
      this.#stop('cancelled', asFailure(this.#call, error));
      return false;
    }
  }

  notifyOverlong(bytes: number): void {
    // A lost progress report harms nobody; a stream with a hole in it is wrong.
    if (this.#listener.mode === 'unary') return;
    this.#stop('cancelled', overlongFailure(this.#call, bytes, this.#options.maxMessageBytes));
  }

  async #start(): Promise<void> {
    const { signal } = this.#call;
    if (signal?.aborted === true) {
      this.#finish(stoppedFailure(this.#call, reasonOf(signal), false));
      return;
    }
    const line = this.#line();
    if (isToolFailure(line)) {
      this.#finish(line);
      return;
    }
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.#startTimer();
    try {
      const lease = await this.#options.pool.acquire(this.#waiting.signal);
      if (this.#done) lease.release();
      else this.#send(lease, line);
    } catch (error) {
      this.#finish(
        this.#stopping ?? (isToolFailure(error) ? error : startFailure(this.#call, this.#options.command, error)),
      );
    }
  }

  #line(): string | ToolFailure {
    const { maxMessageBytes } = this.#options;
    const params = executeParams(this.#call, this.id, this.#listener.mode);
    const line = toLine({ jsonrpc: '2.0', id: this.id, method: 'tools.execute', params });
    const bytes = Buffer.byteLength(line) - 1;
    return bytes > maxMessageBytes ? tooLargeFailure(this.#call, bytes, maxMessageBytes) : line;
  }

  #send(lease: Lease, line: string): void {
    this.#lease = lease;
    // The time that a tool may take counts from its start, not from its place in the queue.
    this.#startTimer();
    lease.process.request(this, line);
  }

  readonly #onAbort = (): void => this.stop(reasonOf(this.#call.signal));

  #startTimer(): void {
    if (this.#stopping !== undefined || this.#done) return;
    this.#clearTimer();
    const ms = this.#call.timeoutMs ?? this.#options.defaultTimeoutMs;
    this.#clearTimer = this.#options.clock.setTimeout(() => {
      if (this.#listener.isBehind()) this.#startTimer();
      else this.stop('deadline');
    }, ms);
  }

  #stop(reason: CancelReason, failure: ToolFailure): void {
    if (this.#done || this.#stopping !== undefined) return;
    this.#stopping = failure;
    this.#clearTimer();
    if (this.#lease === undefined) {
      // A place that comes up later is given back by `#start`.
      this.#finish(failure);
      this.#waiting.abort();
      return;
    }
    const { process } = this.#lease;
    process.notify('tools.cancel', cancelParams(this.#call, this.id, reason));
    // What it still has to say must not wait behind chunks that nobody takes any more.
    process.resume();
    this.#clearTimer = this.#options.clock.setTimeout(() => void process.end('now'), this.#options.cancelGraceMs);
  }

  #finish(outcome: ToolExecution | ToolFailure): void {
    if (this.#done) return;
    this.#done = true;
    this.#clearTimer();
    this.#call.signal?.removeEventListener('abort', this.#onAbort);
    this.#settle(outcome);
    this.#lease?.process.resume();
    this.#lease?.release();
  }
}

// `dispatch` aborts with the failure that it tells its caller, which says whether the time was up.
const reasonOf = (signal: AbortSignal | undefined): CancelReason =>
  isToolFailure(signal?.reason) && signal.reason.code === stoppedCode('deadline') ? 'deadline' : 'cancelled';

const asFailure = (call: ToolCall, error: unknown): ToolFailure =>
  isToolFailure(error)
    ? error
    : new ToolFailure(`${call.tool} failed: ${String(error)}`, { code: 'tool-error', cause: error });
