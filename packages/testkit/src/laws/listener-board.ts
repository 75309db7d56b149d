import type { ToolExecutor } from '@pawl/core';

/** What a listener does when it is called, beside counting. */
export type Habit = 'counts' | 'throws' | 'leaves' | 'removes' | 'joins' | 'changes';

/** A listener, and what the model knows of it. */
export interface Listener {
  readonly id: number;
  readonly habit: Habit;
  readonly function: () => void;
  /** Subscriptions of this function that stand. */
  readonly stops: (() => void)[];
  /** Calls for the change that is under way. */
  calls: number;
  /** Which change the last call was about. */
  heardOf: number;
  /** Whether it was called without a subscription. */
  isHaunted: boolean;
  /** Subscriptions when the change began. */
  before: number;
  /** The most subscriptions that stood at one time while the change was told. */
  peak: number;
}

/** What a board needs of the run. */
export interface BoardParts {
  readonly outer: ToolExecutor;
  /** Changes the catalogue below; throws what listeners throw. */
  readonly change: () => void;
  /** Called where something is wrong. */
  readonly fail: (expected: string, but: string) => void;
  /** Whether it may call its listeners for reasons of its own. */
  readonly mayCallMore: boolean;
}

/** Listeners of one executor, beside a model of whom it has to call. */
export class ListenerBoard {
  readonly listeners: Listener[] = [];
  readonly #parts: BoardParts;
  #changes = 0;
  #depth = 0;

  constructor(parts: BoardParts) {
    this.#parts = parts;
  }

  /** A new listener, subscribed. */
  join(habit: Habit): Listener {
    const listener: Listener = {
      id: this.listeners.length,
      habit,
      function: () => this.#called(listener),
      stops: [],
      calls: 0,
      heardOf: 0,
      isHaunted: false,
      before: 0,
      peak: 0,
    };
    this.listeners.push(listener);
    this.subscribe(listener);
    return listener;
  }

  /** Subscribes a function, perhaps once more. */
  subscribe(listener: Listener): void {
    const stop: unknown = this.#parts.outer.onSpecsChange(listener.function);
    if (typeof stop !== 'function') this.#parts.fail('a function that unsubscribes', `it answered ${typeof stop}`);
    listener.stops.push(stop as () => void); // looked at above
    listener.peak = Math.max(listener.peak, listener.stops.length);
  }

  /** Takes back one subscription of a function; `twice`: and once more, which must change nothing. */
  unsubscribe(listener: Listener, times: 'once' | 'twice'): void {
    const stop = listener.stops.pop();
    stop?.();
    if (times === 'twice') stop?.();
  }

  /** One change: afterwards everyone who listened all the while has been called, once for each of his subscriptions. */
  change(): void {
    for (const listener of this.listeners) {
      listener.calls = 0;
      listener.before = listener.stops.length;
      listener.peak = listener.before;
    }
    this.#changes++;
    this.#depth = 1;
    const nested = this.#changes;
    try {
      this.#parts.change();
    } catch {
      // What a listener throws may come out here.
    }
    this.#depth = 0;
    for (const listener of this.listeners) this.#judge(listener, this.#changes - nested);
  }

  /** Ends every subscription. */
  clear(): void {
    for (const listener of this.listeners) while (listener.stops.length > 0) this.unsubscribe(listener, 'once');
  }

  #judge(listener: Listener, nested: number): void {
    const { fail, mayCallMore } = this.#parts;
    // Whoever throws may keep the others from being called, this time.
    const isSpoilt = this.listeners.some(({ habit, peak }) => habit === 'throws' && peak > 0);
    const stood = isSpoilt ? 0 : Math.min(listener.before, listener.stops.length);
    const most = listener.peak * (1 + nested);
    const who = `listener ${listener.id}, which ${listener.habit} and has ${listener.before} subscriptions,`;
    if (listener.isHaunted) fail(`${who} not to be called after it was unsubscribed`, 'it was called');
    if (listener.calls < stood || (stood > 0 && listener.heardOf < this.#changes)) {
      const others = this.listeners.map(({ habit, calls }) => `${habit}: ${calls}`).join(', ');
      fail(`${who} to be called for each change`, `it was called ${listener.calls} times (all calls: ${others})`);
    }
    if (listener.calls > most && !mayCallMore) {
      fail(`${who} to be called once for each change and subscription`, `it was called ${listener.calls} times`);
    }
  }

  #called(listener: Listener): void {
    listener.calls++;
    listener.heardOf = this.#changes;
    if (listener.stops.length === 0) listener.isHaunted = true;
    switch (listener.habit) {
      case 'throws':
        throw new Error('a listener that throws');
      case 'leaves':
        this.unsubscribe(listener, 'once');
        break;
      case 'removes':
        this.#removeAnother();
        break;
      case 'joins':
        if (this.listeners.length < 12) this.join('counts');
        break;
      case 'changes':
        this.#changeWithin();
        break;
      case 'counts':
    }
  }

  #removeAnother(): void {
    const other = this.listeners.find(({ habit, stops }) => habit === 'counts' && stops.length > 0);
    if (other !== undefined) this.unsubscribe(other, 'twice');
  }

  #changeWithin(): void {
    if (this.#depth !== 1) return;
    this.#depth = 2;
    this.#changes++;
    try {
      this.#parts.change();
    } catch {
      // As above.
    }
  }
}
