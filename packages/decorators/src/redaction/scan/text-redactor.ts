import { findCandidates, type Tail, tailEnd } from './find-candidates.js';
import type { PreparedRule } from './hint-table.js';
import { besideReach, lookBack, reachBefore } from './limits.js';
import type { Scanner } from './scanner.js';
import { type View, viewOf } from './view.js';

/** A stretch of the original that is covered; places count from the beginning of all text. */
interface Covered {
  readonly rule: PreparedRule;
  readonly start: number;
  readonly end: number;
  /** Where to go on measuring, for a match whose tail may go on in text that has not come yet. */
  readonly open?: Tail;
}

/**
 * Redacts text that comes in pieces. The pieces never change what comes out: a piece goes out only when nothing that may
 * follow could still change how it is judged. The whole text at once takes the same way.
 */
export class TextRedactor {
  readonly #scanner: Scanner;
  readonly #onFound: (rule: string) => void;
  #raw = '';
  /** Where `#raw` begins. */
  #base = 0;
  /** Everything before this place has gone out, or was replaced. */
  #done = 0;
  /** Matches that go on behind `#done`, or begin there. */
  #carried: readonly Covered[] = [];
  /** Whether the last character before `#done` was replaced. */
  #inside = false;

  constructor(scanner: Scanner, onFound: (rule: string) => void) {
    this.#scanner = scanner;
    this.#onFound = onFound;
  }

  /** Takes more text; returns what can go out. */
  push(text: string): string {
    this.#raw += text;
    return this.#advance('more may come');
  }

  /** Returns the rest: no more text comes. */
  end(): string {
    return this.#advance('this is all');
  }

  /** How far, in the view, everything is decided whatever follows. */
  #decided({ text }: View, from: number): number {
    const surely = text.length - this.#scanner.holdBack;
    let limit = text.length - besideReach;
    // Text without a hint needs no more than the room that a hint, and what comes before it, would take.
    this.#scanner.table.visit(text, Math.max(from, surely), text.length, (at, { before, reach }) => {
      if (at + reach > text.length) limit = Math.min(limit, at - before);
    });
    return Math.max(surely, limit);
  }

  #place(view: View, index: number): number {
    return this.#base + view.toRaw(index);
  }

  /** Matches that were carried on, measured again where they were open. */
  #goOn(view: View, final: boolean): readonly Covered[] {
    return this.#carried.map((carried) => {
      if (carried.open === undefined) return carried;
      const from = view.fromRaw(carried.open.from - this.#base);
      const floor = view.fromRaw(carried.open.floor - this.#base);
      const end = tailEnd(view.text, carried.rule, { from, floor });
      return this.#cover(view, carried, { head: floor, end, final });
    });
  }

  #cover(
    view: View,
    { rule, start }: Pick<Covered, 'rule' | 'start'>,
    { head, end, final }: { readonly head: number; readonly end: number; readonly final: boolean },
  ): Covered {
    const covered = { rule, start, end: this.#place(view, end) };
    if (final || rule.tail === undefined || end < view.text.length) return covered;
    // The last characters may yet turn out to be an escape.
    const from = Math.max(head, view.text.length - reachBefore);
    return { ...covered, open: { from: this.#place(view, from), floor: this.#place(view, head) } };
  }

  #covered(view: View, from: number, limit: number, final: boolean): readonly Covered[] {
    const earlier = this.#goOn(view, final);
    const ends = new Map(earlier.map(({ rule, end }) => [rule, view.fromRaw(end - this.#base)]));
    const found = findCandidates(this.#scanner.table, view.text, { from, to: limit + reachBefore, covered: ends });
    const own = found
      .filter(({ anchor }) => anchor >= from && anchor < limit)
      .map(({ rule, start, head, end }) =>
        this.#cover(view, { rule, start: this.#place(view, start) }, { head, end, final }),
      );
    return [...earlier, ...own].sort((a, b) => a.start - b.start || a.rule.order - b.rule.order);
  }

  #advance(state: 'more may come' | 'this is all'): string {
    const final = state === 'this is all';
    const view = viewOf(this.#raw);
    const from = view.fromRaw(this.#done - this.#base);
    const limit = final ? view.text.length : this.#decided(view, from);
    if (limit <= from) return '';
    const stop = this.#place(view, limit);
    const covered = this.#covered(view, from, limit, final);
    const out = this.#write(covered, stop);
    this.#carried = covered
      .filter(({ end }) => end > stop)
      .map((one) => ({ ...one, start: Math.max(one.start, stop) }));
    this.#done = stop;
    const kept = view.toRaw(Math.max(0, limit - reachBefore - lookBack));
    this.#raw = this.#raw.slice(kept);
    this.#base += kept;
    return out;
  }

  #write(covered: readonly Covered[], stop: number): string {
    let out = '';
    let at = this.#done;
    for (const { rule, start, end } of covered) {
      if (end <= at || start >= stop) continue;
      if (start > at) {
        out += this.#raw.slice(at - this.#base, start - this.#base);
        this.#inside = false;
      }
      if (!this.#inside) {
        out += this.#scanner.replacement(rule.rule.id);
        this.#onFound(rule.rule.id);
      }
      this.#inside = true;
      at = Math.min(end, stop);
    }
    if (at < stop) {
      out += this.#raw.slice(at - this.#base, stop - this.#base);
      this.#inside = false;
    }
    return out;
  }
}
