import { driveTurn } from './drive-turn.js';
import type { TurnEvent } from './turn-event.js';
import type { TurnInput } from './turn-input.js';
import type { TurnResult } from './turn-result.js';

/** The last event of a turn. */
export interface TurnEnd {
  /** The turn is over, or waits. */
  readonly type: 'end';
  /** What became of it. */
  readonly result: TurnResult;
}

/** Events that wait to be read, and a reader that waits for events. */
class EventQueue {
  readonly #events: (TurnEvent | TurnEnd)[] = [];
  #wake: () => void = () => {};

  readonly push = (event: TurnEvent | TurnEnd): void => {
    this.#events.push(event);
    this.#wake();
  };

  /** Wakes the reader though there is nothing new. */
  wake(): void {
    this.#wake();
  }

  take(): readonly (TurnEvent | TurnEnd)[] {
    return this.#events.splice(0);
  }

  wait(): Promise<void> {
    return this.#events.length > 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#wake = resolve;
        });
  }
}

const forward = (from: AbortSignal | undefined, to: AbortController): (() => void) => {
  const abort = (): void => to.abort();
  if (from?.aborted === true) abort();
  from?.addEventListener('abort', abort, { once: true });
  return () => from?.removeEventListener('abort', abort);
};

/**
 * Runs a turn and gives its events as they happen, the model's text included; the last one is `end`, with the result.
 * Leaving the iteration early cancels the turn and waits for it.
 *
 * @throws {TurnError} while it is iterated.
 * @example
 * ```ts
 * for await (const event of streamTurn({ model, executor: tools, messages })) {
 *   if (event.type === 'text') process.stdout.write(event.text);
 * }
 * ```
 */
export async function* streamTurn(input: TurnInput): AsyncGenerator<TurnEvent | TurnEnd, void, undefined> {
  const queue = new EventQueue();
  const controller = new AbortController();
  const release = forward(input.options?.signal, controller);
  const onEvent = (event: TurnEvent): void => {
    queue.push(event);
    input.options?.onEvent?.(event);
  };
  const options = { streamText: true, ...input.options, onEvent, signal: controller.signal };
  let over = false;
  const running = driveTurn({ ...input, options })
    .then((result) => queue.push({ type: 'end', result }))
    .finally(() => {
      over = true;
      queue.wake();
    });
  running.catch(() => {}); // it is awaited below, once the events before the fault are read
  try {
    while (!over) {
      await queue.wait();
      yield* queue.take();
    }
    await running;
    yield* queue.take();
  } finally {
    controller.abort();
    await running.catch(() => {});
    release();
  }
}
