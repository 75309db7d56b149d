/** Whoever wants to know of a change. */
export interface Listeners {
  /** Adds one; returns what removes it. The same function added twice is called twice. */
  readonly add: (listener: () => void) => () => void;
  /** Calls each once. One that throws does not keep the others from being called; its error comes out afterwards. */
  readonly fire: () => void;
}

/** What `listeners` takes. */
export interface ListenersOptions {
  /** Called when the first listener comes. */
  readonly onFirst?: () => void;
  /** Called when the last listener has gone. */
  readonly onLast?: () => void;
}

/** A list of listeners. */
export const listeners = ({ onFirst, onLast }: ListenersOptions = {}): Listeners => {
  const entries = new Set<{ readonly listener: () => void }>();
  return {
    add: (listener) => {
      if (typeof listener !== 'function') throw new TypeError('onSpecsChange: the listener must be a function');
      const entry = { listener };
      entries.add(entry);
      if (entries.size === 1) onFirst?.();
      return () => {
        if (entries.delete(entry) && entries.size === 0) onLast?.();
      };
    },
    fire: () => {
      const errors: unknown[] = [];
      for (const entry of [...entries]) {
        // One that an earlier listener has just removed must not be called any more.
        if (!entries.has(entry)) continue;
        try {
          entry.listener();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
};
