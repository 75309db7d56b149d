import type { Clock } from '@pawl/core';
import { endOnExit } from './end-on-exit.js';
import { groupAlive } from './group-alive.js';
import { signalGroup } from './signal-group.js';
import type { ProcessGroup } from './spawn-group.js';

/** `politely`: its stdin ends and it may leave by itself first; `now`: the signals follow at once. */
export type EndMode = 'politely' | 'now';

/** What ending a group needs. */
export interface EndOptions {
  readonly clock: Clock;
  /** Milliseconds from one step to the next: end of stdin, SIGTERM, SIGKILL, giving up on its pipes. */
  readonly graceMs: number;
}

const pollMs = 20;

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Ends a process group, once: end of stdin, SIGTERM, SIGKILL, each for the whole group, each after a grace. */
export class GroupEnding {
  readonly #group: ProcessGroup;
  readonly #options: EndOptions;
  readonly #forget: () => void;
  readonly #hurried = new AbortController();
  #ended: Promise<void> | undefined;

  /** Takes charge of the group; it is also ended when this process exits. */
  constructor(group: ProcessGroup, options: EndOptions) {
    this.#group = group;
    this.#options = options;
    this.#forget = endOnExit(group.pid);
  }

  /** Resolves when no process of the group is left and its pipes are closed. Calling with `now` cuts a polite wait short. */
  end(mode: EndMode): Promise<void> {
    if (mode === 'now') this.#hurried.abort();
    this.#ended ??= this.#run();
    return this.#ended;
  }

  async #run(): Promise<void> {
    const { pid, stdin, stdout, stderr, exited } = this.#group;
    const closed = new Promise<void>((resolve) => {
      if (stdout.closed) resolve();
      else stdout.once('close', () => resolve());
    });
    stdin.end();
    await this.#within(Promise.race([aborted(this.#hurried.signal), exited]));
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (!groupAlive(pid)) break;
      signalGroup(pid, signal);
      await this.#gone();
    }
    this.#forget();
    // What it wrote last is still in the pipe. A process that left the group may hold the pipe open for ever.
    stdout.resume();
    await this.#within(closed);
    stdin.destroy();
    stdout.destroy();
    stderr.destroy();
  }

  /** Waits for an event, at most for the grace. */
  #within(event: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.clock.setTimeout(resolve, this.#options.graceMs);
      void event.then(() => {
        cancel();
        resolve();
      });
    });
  }

  /** Waits until the group has no process. Nobody tells of the end of a grandchild, so after the leader's it asks. */
  async #gone(): Promise<void> {
    const { clock, graceMs } = this.#options;
    await this.#within(this.#group.exited);
    for (let waited = 0; waited < graceMs && groupAlive(this.#group.pid); waited += pollMs) {
      await new Promise<void>((resolve) => clock.setTimeout(resolve, pollMs));
    }
  }
}
