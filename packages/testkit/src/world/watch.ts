import { type ExecutorMember, executorMembers, type ToolExecutor } from '@pawl/core';
import { show } from '../compare/show.js';
import { Violation } from '../law/violation.js';

/** The members that answer at once: what they throw reaches whoever asks. */
const atOnce: ReadonlySet<unknown> = new Set(executorMembers.slice(0, 7));

/**
 * Remembers what executors under test throw, so that it is not taken for a fault of the kit. Only used to run once more
 * what went wrong: it stands in front of every executor under test.
 */
export class Watch {
  readonly #thrown = new Map<unknown, { readonly member: ExecutorMember; readonly layer: string }>();

  /** The executor, watched. */
  readonly over = (executor: ToolExecutor, layer: string): ToolExecutor =>
    // Without a target of its own it would be bound to what a frozen executor says.
    new Proxy({} as ToolExecutor, {
      get: (_target, key) => {
        const found: unknown = Reflect.get(executor, key);
        if (typeof found !== 'function') return found;
        if (!atOnce.has(key)) return Function.prototype.bind.call(found, executor) as unknown;
        return (...args: readonly unknown[]): unknown => {
          try {
            return Reflect.apply(found, executor, args);
          } catch (error) {
            const member = key as ExecutorMember; // one of the seven
            // The innermost one throws first.
            if (!this.#thrown.has(error)) this.#thrown.set(error, { member, layer });
            throw error;
          }
        };
      },
      has: (_target, key) => Reflect.has(executor, key),
    });

  /** The fault as the subject's own, where an executor under test threw it. */
  blame(fault: unknown): Violation | undefined {
    const found = this.#thrown.get(fault);
    if (found === undefined) return undefined;
    const text = fault instanceof Error ? `${fault.name}: ${fault.message}` : show(fault);
    return new Violation({
      ...found,
      expected: 'an answer: a question about a name never throws',
      but: `it threw ${text}`,
      clause: 'threw',
    });
  }
}
