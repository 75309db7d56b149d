import type { ProcessGroup } from '../process-group/index.js';
import { type ProcessOptions, type ProcessStats, ToolProcess } from '../tool-process/index.js';

/** What a pool needs. */
export interface PoolOptions extends ProcessOptions {
  /** Processes at the same time. */
  readonly size: number;
  /** Requests under way at the same time in one process. */
  readonly concurrency: number;
  /** Starts a process. Rejects with the system's error. */
  readonly start: () => Promise<ProcessGroup>;
}

/** What a pool has done and has. */
export interface PoolStats extends ProcessStats {
  /** Processes that run now. */
  readonly running: number;
  /** Ids of those processes, which are those of their groups. */
  readonly pids: readonly number[];
  /** Processes started so far. */
  readonly started: number;
}

/** The right to send one request to a process. */
export interface Lease {
  readonly process: ToolProcess;
  /** Gives the place to the next in the queue. */
  release(): void;
}

interface Slot {
  readonly process: Promise<ToolProcess>;
  current?: ToolProcess;
  leases: number;
}

interface Waiter {
  readonly take: (slot: Slot) => void;
  readonly refuse: (error: unknown) => void;
}

/** Processes of one program: started when first needed, used again, replaced when they end. */
export class ProcessPool {
  readonly #options: PoolOptions;
  readonly #slots = new Set<Slot>();
  readonly #queue = new Set<Waiter>();
  #past: ProcessStats = { noiseLines: 0, strayMessages: 0, overlongLines: 0 };
  #started = 0;
  #closed: { readonly reason: unknown; readonly done: Promise<void> } | undefined;

  /** Starts nothing yet. */
  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** What it has done and has. */
  get stats(): PoolStats {
    const running = [...this.#slots].flatMap(({ current }) => (current === undefined ? [] : [current]));
    const stats = [this.#past, ...running.map((process) => process.stats)].reduce(sum);
    return { ...stats, running: running.length, pids: running.map(({ pid }) => pid), started: this.#started };
  }

  /** Waits for a place in a process. Rejects with the system's error where none can be started, or the signal's reason. */
  async acquire(signal: AbortSignal): Promise<Lease> {
    signal.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed.reason;
    const slot = await this.#place(signal);
    try {
      const process = await slot.process;
      let released = false;
      const release = (): void => {
        if (!released) this.#release(slot);
        released = true;
      };
      return { process, release };
    } catch (error) {
      this.#release(slot);
      throw error;
    }
  }

  /** Ends every process, and refuses whoever waits with `reason`. */
  close(reason: unknown): Promise<void> {
    this.#closed ??= { reason, done: this.#end(reason) };
    return this.#closed.done;
  }

  async #end(reason: unknown): Promise<void> {
    for (const waiter of [...this.#queue]) waiter.refuse(reason);
    await Promise.all(
      [...this.#slots].map(({ process }) =>
        process.then(
          (p) => p.end('politely'),
          () => {},
        ),
      ),
    );
  }

  #place(signal: AbortSignal): Promise<Slot> {
    const slot = this.#free();
    if (slot !== undefined) return Promise.resolve(slot);
    return new Promise<Slot>((resolve, reject) => {
      const leave = (): void => {
        this.#queue.delete(waiter);
        signal.removeEventListener('abort', abandon);
      };
      const abandon = (): void => waiter.refuse(signal.reason);
      const waiter: Waiter = {
        take: (taken) => {
          leave();
          resolve(taken);
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      this.#queue.add(waiter);
      signal.addEventListener('abort', abandon, { once: true });
    });
  }

  /** A place, taken: in the process with the fewest requests, or in a new one. */
  #free(): Slot | undefined {
    const { size, concurrency } = this.#options;
    let best: Slot | undefined;
    for (const slot of this.#slots) {
      if (slot.current?.usable === false || slot.leases >= concurrency) continue;
      if (best === undefined || slot.leases < best.leases) best = slot;
    }
    if (this.#slots.size < size && (best === undefined || best.leases > 0)) best = this.#open();
    if (best !== undefined) best.leases++;
    return best;
  }

  #open(): Slot {
    this.#started++;
    const process = this.#options.start().then((group) => new ToolProcess(group, this.#options));
    const slot: Slot = { process, leases: 0 };
    this.#slots.add(slot);
    process.then(
      (running) => {
        slot.current = running;
        running.onEnded(() => this.#drop(slot));
      },
      () => this.#drop(slot),
    );
    return slot;
  }

  #drop(slot: Slot): void {
    if (slot.current !== undefined) this.#past = sum(this.#past, slot.current.stats);
    this.#slots.delete(slot);
    this.#serve();
  }

  #release(slot: Slot): void {
    slot.leases--;
    this.#serve();
  }

  #serve(): void {
    for (const waiter of this.#queue) {
      const slot = this.#free();
      if (slot === undefined) return;
      waiter.take(slot);
    }
  }
}

const sum = (a: ProcessStats, b: ProcessStats): ProcessStats => ({
  noiseLines: a.noiseLines + b.noiseLines,
  strayMessages: a.strayMessages + b.strayMessages,
  overlongLines: a.overlongLines + b.overlongLines,
});
