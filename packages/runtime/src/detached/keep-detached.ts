import { setMaxListeners } from 'node:events';
import {
  asFailure,
  type DispatchContext,
  isToolFailure,
  type ToolCall,
  type ToolCallInit,
  type ToolExecutor,
  ToolFailure,
  toolCall,
} from '@pawl/core';
import { type DetachedOptions, detachedSettings } from './detached-options.js';
import { DetachedRun } from './detached-run.js';
import type { DetachedEntry, DetachedOwner, DetachedPoll, DetachedStart, DetachedTools } from './detached-tools.js';
import { startStream } from './start-stream.js';

/** What `detachedTools` takes. */
export interface DetachedInput {
  /** What runs the tools. */
  readonly executor: ToolExecutor;
  /** How they are kept. */
  readonly options?: DetachedOptions;
}

interface Kept {
  readonly run: DetachedRun;
  readonly owner: string;
  clearReaper: () => void;
}

const ownerKey = ({ session, caller }: DetachedOwner): string => JSON.stringify([session ?? null, caller ?? null]);

const notStarted = (call: { readonly id?: unknown; readonly tool?: unknown }, failure: ToolFailure): DetachedStart => ({
  ...{ callId: String(call?.id), tool: String(call?.tool), notes: [], trace: [], untrusted: false },
  ...{ status: 'failed', failure },
});

class Detached implements DetachedTools {
  readonly #executor: ToolExecutor;
  readonly #settings: Required<DetachedOptions>;
  readonly #kept = new Map<string, Kept>();
  readonly #closing = new AbortController();
  /** Starts under way, and tools that were told to end and have not yet let go. */
  readonly #busy = new Set<Promise<unknown>>();
  #starting = 0;

  constructor({ executor, options = {} }: DetachedInput) {
    this.#executor = executor;
    this.#settings = detachedSettings(options);
    // Every start under way listens, and their number has its own limit.
    setMaxListeners(0, this.#closing.signal);
  }

  async start(init: ToolCallInit, context: DispatchContext = {}): Promise<DetachedStart> {
    let call: ToolCall;
    try {
      call = toolCall(init);
    } catch (error) {
      if (isToolFailure(error)) return notStarted(init, error);
      throw error;
    }
    const refusal = this.#refusal(call);
    if (refusal !== undefined) return notStarted(call, refusal);
    this.#starting += 1;
    const started = this.#open(call, context);
    this.#watch(started);
    try {
      return await started;
    } catch (error) {
      return notStarted(call, asFailure(call, error));
    } finally {
      this.#starting -= 1;
    }
  }

  #refusal({ tool }: ToolCall): ToolFailure | undefined {
    const { maxHandles } = this.#settings;
    const refused = (why: string): ToolFailure =>
      new ToolFailure(`${tool} was not started: ${why}`, { code: 'refused', outcome: 'not-started' });
    if (this.#closing.signal.aborted) return refused('the detached tools are closed');
    if (this.#kept.size + this.#starting < maxHandles) return undefined;
    return refused(
      `${maxHandles} detached tools are there already; poll those that have ended, or cancel one and poll it`,
    );
  }

  async #open(call: ToolCall, context: DispatchContext): Promise<DetachedStart> {
    const closing = this.#closing.signal;
    const outcome = await startStream({ executor: this.#executor, call, context, settings: this.#settings, closing });
    if (outcome.status !== 'streaming') return outcome;
    const handle = this.#settings.newHandle();
    const run = new DetachedRun({ ...outcome, call: outcome.call ?? call }, this.#settings.maxChunks, () => {
      // Whoever polls now and then has the whole time again to hear how it ended.
      this.#setReaper(handle);
    });
    this.#kept.set(handle, { run, owner: ownerKey(call), clearReaper: () => {} });
    this.#watch(run.ended);
    this.#setReaper(handle);
    const { stream: _, ...judged } = outcome;
    return { ...judged, status: 'running', handle };
  }

  #watch(promise: Promise<unknown>): void {
    const watched: Promise<unknown> = promise.then(
      () => this.#busy.delete(watched),
      () => this.#busy.delete(watched),
    );
    this.#busy.add(watched);
  }

  #setReaper(handle: string): void {
    const kept = this.#kept.get(handle);
    if (kept === undefined) return;
    kept.clearReaper();
    kept.clearReaper = this.#settings.clock.setTimeout(() => this.#forget(handle), this.#settings.reapAfterMs);
  }

  #forget(handle: string): void {
    const kept = this.#kept.get(handle);
    kept?.clearReaper();
    this.#kept.delete(handle);
    kept?.run.cancel();
  }

  #owned(handle: string, owner: DetachedOwner): DetachedRun | undefined {
    const kept = this.#kept.get(handle);
    return kept?.owner === ownerKey(owner) ? kept.run : undefined;
  }

  poll(handle: string, owner: DetachedOwner = {}): DetachedPoll | undefined {
    const run = this.#owned(handle, owner);
    if (run === undefined) return undefined;
    const poll = run.poll();
    if (poll.status === 'running') this.#setReaper(handle);
    else this.#forget(handle);
    return poll;
  }

  cancel(handle: string, owner: DetachedOwner = {}): boolean {
    return this.#owned(handle, owner)?.cancel() ?? false;
  }

  list(owner: DetachedOwner = {}): readonly DetachedEntry[] {
    const key = ownerKey(owner);
    return [...this.#kept]
      .filter(([, kept]) => kept.owner === key)
      .map(([handle, { run }]) => ({ handle, callId: run.callId, tool: run.tool, status: run.status }));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const handle of [...this.#kept.keys()]) this.#forget(handle);
    while (this.#busy.size > 0) await Promise.all(this.#busy);
    // A start that was through before it could be told has left a handle.
    if (this.#kept.size > 0) await this.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/**
 * Starts tools that stream and lets them run beside the conversation: a start gives a handle at once, polls give what has
 * come, and whoever keeps this ends it with `close`, or `await using`.
 *
 * @throws {RangeError} for an option that is no positive whole number.
 * @example
 * ```ts
 * await using detached = detachedTools({ executor: tools });
 * const started = await detached.start({ id: '1', tool: 'build', session: 's' });
 * if (started.status === 'running') console.log(detached.poll(started.handle, { session: 's' })?.status);
 * ```
 */
export const detachedTools = (input: DetachedInput): DetachedTools => new Detached(input);
