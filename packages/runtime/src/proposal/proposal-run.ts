import { setMaxListeners } from 'node:events';
import {
  type ApprovalRequest,
  type Clock,
  type DispatchContext,
  strictAnswer,
  systemClock,
  type Taint,
  type ToolCall,
  type ToolExecutor,
  toolCall,
} from '@pawl/core';
import type { Action } from './action.js';
import type { ActionResult } from './action-result.js';
import type { ProposalOptions } from './proposal-options.js';
import { actionResult } from './proposal-resume.js';
import { retryDelays } from './retry-delays.js';

/** Why a proposal ended early. */
export interface Halt {
  readonly status: 'aborted' | 'cancelled';
  readonly reason: string;
}

/** A proposal under way: what has come of its actions, and whether it goes on. */
export class ProposalRun {
  readonly executor: ToolExecutor;
  readonly options: ProposalOptions;
  readonly context: Omit<DispatchContext, 'approved'>;
  readonly #results = new Map<string, ActionResult>();
  readonly warnings: string[] = [];
  readonly now: () => number;
  readonly #made: ReadonlyMap<string, number>;
  readonly #clock: Clock;
  /** Nothing more starts. */
  readonly #stop = new AbortController();
  /** What runs is cancelled. The tools listen here, so that the caller's signal has one listener whatever runs. */
  readonly #cancelled = new AbortController();
  #halted: Halt | undefined;
  #tainted = false;

  constructor(executor: ToolExecutor, options: ProposalOptions) {
    this.executor = executor;
    this.options = options;
    this.context = options.context ?? {};
    this.now = options.now ?? (() => performance.now());
    this.#clock = options.clock ?? this.context.clock ?? systemClock;
    for (const { signal } of [this.#stop, this.#cancelled]) setMaxListeners(0, signal);
    for (const settled of options.resume?.settled ?? []) this.record(actionResult(settled));
    this.#made = new Map((options.resume?.attempts ?? []).map(({ id, made }) => [id, made]));
    if (options.signal?.aborted === true) this.#cancel();
    else options.signal?.addEventListener('abort', this.#cancel, { once: true });
  }

  readonly #cancel = (): void => {
    this.halt({ status: 'cancelled', reason: 'the caller cancelled the proposal' });
    this.#cancelled.abort(this.options.signal?.reason);
  };

  get halted(): Halt | undefined {
    return this.#halted;
  }

  get results(): ReadonlyMap<string, ActionResult> {
    return this.#results;
  }

  record(result: ActionResult): void {
    this.#results.set(result.id, result);
    if ('untrusted' in result && result.untrusted) this.#tainted = true;
  }

  /** Lets nothing more start. What runs is waited for: how it ends is worth more than an unknown. */
  halt(halt: Halt): void {
    this.#halted ??= halt;
    this.#stop.abort();
  }

  /** Lets go of the caller's signal. Always called. */
  end(): void {
    this.options.signal?.removeEventListener('abort', this.#cancel);
  }

  /** Tries that an action had made before the proposal was paused. */
  madeBefore(id: string): number {
    return this.#made.get(id) ?? 0;
  }

  /** Untrusted results of earlier actions taint the calls after them. */
  taint(): Taint {
    return this.#tainted ? 'tainted' : (this.context.taint ?? 'clean');
  }

  contextFor(approved?: ApprovalRequest): DispatchContext {
    return { ...this.context, taint: this.taint(), ...(approved === undefined ? {} : { approved }) };
  }

  callOf({ id, tool, timeoutMs, expectedEffects, returnSchema, ...rest }: Action): ToolCall {
    const { session, caller, signal } = this.options;
    return toolCall({
      ...{ id, tool, attempt: this.madeBefore(id) + 1 },
      ...('args' in rest ? { args: rest.args } : {}),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(expectedEffects === undefined ? {} : { expectedEffects }),
      ...(returnSchema === undefined ? {} : { returnSchema }),
      ...(session === undefined ? {} : { session }),
      ...(caller === undefined ? {} : { caller }),
      ...(signal === undefined ? {} : { signal: this.#cancelled.signal }),
    });
  }

  cacheable(tool: string): boolean {
    return strictAnswer(this.executor, 'cacheableApproval', tool);
  }

  delays(): ReturnType<typeof retryDelays> {
    return this.options.delays ?? retryDelays();
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
