import { setMaxListeners } from 'node:events';
import type { ToolExecutor } from '@pawl/core';
import { composite } from '../reference/composite.js';
import { compositeSubject } from '../subject/composite-subject.js';
import type { Subject } from '../subject/subject.js';
import { handmade } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

type Listen = ToolExecutor['onSpecsChange'];

interface Entry {
  readonly listener: () => void;
}

/** How a list of listeners is kept. */
interface Keeping {
  readonly add: (listener: () => void) => () => void;
  readonly tell: () => void;
  readonly isEmpty: () => boolean;
}

/** One subscription at the inner as long as anybody listens. */
const shared = (inner: ToolExecutor, { add, tell, isEmpty }: Keeping): Listen => {
  let stop: (() => void) | undefined;
  return (listener) => {
    const remove = add(listener);
    stop ??= inner.onSpecsChange(tell);
    return () => {
      remove();
      if (!isEmpty()) return;
      stop?.();
      stop = undefined;
    };
  };
};

const listening = (breaks: string, listen: (inner: ToolExecutor) => Listen): Mutant =>
  written('LSN-01', 'onSpecsChange', breaks, {
    subject: (name) => handmade(name, {}, (inner) => ({ onSpecsChange: listen(inner) })),
  });

/** Calls everybody, and lets the first error out afterwards. */
const callAll = (entries: Iterable<Entry>, stands: (entry: Entry) => boolean): void => {
  const errors: unknown[] = [];
  for (const entry of entries) {
    if (!stands(entry)) continue;
    try {
      entry.listener();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
};

/** An array of entries; where it goes wrong is up to `parts`. */
const arrayed = (parts: {
  readonly from?: (entries: readonly Entry[]) => Iterable<Entry>;
  readonly stands?: (entries: readonly Entry[], entry: Entry) => boolean;
  readonly remove?: (entries: Entry[], entry: Entry) => void;
}): Keeping => {
  const entries: Entry[] = [];
  const removeOne = (list: Entry[], entry: Entry): void => {
    const at = list.indexOf(entry);
    if (at !== -1) list.splice(at, 1);
  };
  return {
    add: (listener) => {
      const entry = { listener };
      entries.push(entry);
      return () => (parts.remove ?? removeOne)(entries, entry);
    },
    tell: () =>
      callAll(
        parts.from?.(entries) ?? [...entries],
        (entry) => parts.stands?.(entries, entry) ?? entries.includes(entry),
      ),
    isEmpty: () => entries.length === 0,
  };
};

/** Mutants of the law about listeners. */
export const ofListeners: readonly Mutant[] = [
  listening('a set of functions, in which the same one twice is one', (inner) => {
    const functions = new Set<() => void>();
    return shared(inner, {
      add: (listener) => {
        functions.add(listener);
        return () => void functions.delete(listener);
      },
      tell: () =>
        callAll(
          [...functions].map((listener) => ({ listener })),
          ({ listener }) => functions.has(listener),
        ),
      isEmpty: () => functions.size === 0,
    });
  }),
  listening('a list that forgets every subscription of a function at once', (inner) =>
    shared(
      inner,
      arrayed({
        remove: (entries, { listener }) => {
          const left = entries.filter((other) => other.listener !== listener);
          entries.splice(0, entries.length, ...left);
        },
      }),
    ),
  ),
  listening('a list that is read while it is changed', (inner) =>
    shared(inner, arrayed({ from: (entries) => entries })),
  ),
  listening('a list that takes the last one out when it is asked twice', (inner) =>
    shared(inner, arrayed({ remove: (entries, entry) => void entries.splice(entries.indexOf(entry), 1) })),
  ),
  listening('a list that still calls whoever has just left', (inner) => shared(inner, arrayed({ stands: () => true }))),
  listening('a list that stays shut after an error', (inner) => {
    const list = arrayed({});
    let depth = 0;
    const tell = (): void => {
      // Two deep, for a change within a change, and no deeper.
      if (depth > 1) return;
      depth++;
      list.tell();
      depth--;
    };
    return shared(inner, { ...list, tell });
  }),
  listening('a list that an error empties', (inner) => {
    const entries = new Set<Entry>();
    return shared(inner, {
      add: (listener) => {
        const entry = { listener };
        entries.add(entry);
        return () => void entries.delete(entry);
      },
      tell: () => {
        try {
          for (const entry of [...entries]) if (entries.has(entry)) entry.listener();
        } catch {
          entries.clear();
        }
      },
      isEmpty: () => entries.size === 0,
    });
  }),
  listening('a guard against changes within a change', (inner) => {
    const list = arrayed({});
    let isTelling = false;
    const tell = (): void => {
      if (isTelling) return;
      isTelling = true;
      try {
        list.tell();
      } finally {
        isTelling = false;
      }
    };
    return shared(inner, { ...list, tell });
  }),
  listening('a count of subscriptions that goes below nothing', (inner) => {
    const list = arrayed({});
    let count = 0;
    let stop: (() => void) | undefined;
    return (listener) => {
      const remove = list.add(listener);
      if (++count === 1) stop = inner.onSpecsChange(list.tell);
      return () => {
        remove();
        if (--count === 0) stop?.();
      };
    };
  }),
  listening('a subscription at the inner that nobody ends', (inner) => (listener) => {
    let isOn = true;
    inner.onSpecsChange(() => {
      if (isOn) listener();
    });
    return () => {
      isOn = false;
    };
  }),
  written('LSN-01', 'onSpecsChange', 'a composite that leaves its first source only', {
    subject: (name) =>
      compositeSubject({
        name,
        create: (sources) => ({
          ...composite(sources),
          onSpecsChange: (listener) => {
            let isOn = true;
            const [first] = sources.map(({ executor }) =>
              executor.onSpecsChange(() => {
                if (isOn) listener();
              }),
            );
            return () => {
              isOn = false;
              first?.();
            };
          },
        }),
      }),
  }),
];

/** Listeners as a linked list of a class. */
class Chained {
  #head: { readonly listener: () => void; next: unknown; isOn: boolean } | undefined;
  readonly #stop: { current: (() => void) | undefined } = { current: undefined };
  readonly #inner: ToolExecutor;
  #count = 0;

  constructor(inner: ToolExecutor) {
    this.#inner = inner;
  }

  listen(listener: () => void): () => void {
    const entry = { listener, next: this.#head, isOn: true };
    this.#head = entry;
    this.#count++;
    this.#stop.current ??= this.#inner.onSpecsChange(() => this.#tell());
    return () => {
      if (!entry.isOn) return;
      entry.isOn = false;
      if (--this.#count > 0) return;
      this.#head = undefined;
      this.#stop.current?.();
      this.#stop.current = undefined;
    };
  }

  #tell(): void {
    const errors: unknown[] = [];
    for (let entry = this.#head; entry !== undefined; entry = entry.next as typeof entry) {
      if (!entry.isOn) continue;
      try {
        entry.listener();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors);
  }
}

/** Right ones, in other styles. */
export const listenerTwins: readonly Subject[] = [
  handmade('a class with a linked list of listeners', {}, (inner) => {
    const list = new Chained(inner);
    return { onSpecsChange: (listener) => list.listen(listener) };
  }),
  handmade('an array that is copied before it is called, and swallows what is thrown', {}, (inner) => {
    const list = arrayed({});
    const tell = (): void => {
      try {
        list.tell();
      } catch {
        // Its own business.
      }
    };
    return { onSpecsChange: shared(inner, { ...list, tell }) };
  }),
  handmade('an EventTarget with an event for each change', {}, (inner) => {
    const target = new EventTarget();
    setMaxListeners(0, target);
    let stop: (() => void) | undefined;
    let count = 0;
    return {
      onSpecsChange: (listener) => {
        // A function of its own for each subscription, since a target takes the same one once; it throws into the void.
        const own = (): void => {
          try {
            listener();
          } catch {
            // As a target does, but without ending the process.
          }
        };
        target.addEventListener('change', own);
        count++;
        stop ??= inner.onSpecsChange(() => void target.dispatchEvent(new Event('change')));
        let isOn = true;
        return () => {
          if (!isOn) return;
          isOn = false;
          target.removeEventListener('change', own);
          if (--count > 0) return;
          stop?.();
          stop = undefined;
        };
      },
    };
  }),
  handmade('one subscription at the inner for life', {}, (inner) => {
    const list = arrayed({});
    let isListening = false;
    return {
      onSpecsChange: (listener) => {
        if (!isListening) inner.onSpecsChange(list.tell);
        isListening = true;
        return list.add(listener);
      },
    };
  }),
];
