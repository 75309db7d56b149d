import { findCandidates, tailEnd } from './find-candidates.js';
import type { PreparedRule } from './hint-table.js';
import { holdBack, longestHint, reachAfter, reachBefore } from './limits.js';
import type { Scanner } from './scanner.js';
import { type View, viewOf } from './view.js';

/** A stretch of the original that is covered; places count from the beginning of all text. */
interface Covered {
  readonly rule: PreparedRule;
  readonly start: number;
  readonly end: number;
}

/** A match whose tail may go on in text that has not come yet. */
interface Open {
  readonly rule: PreparedRule;
  /** Where to go on. */
  readonly from: number;
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
  /** A match that is known to go on covers the text up to here. */
  #carried: Covered | undefined;
  #open: readonly Open[] = [];
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
    const surely = text.length - holdBack;
    let limit = text.length - reachBefore - longestHint;
    // Text without a hint needs no more than the room that a hint, and what comes before it, would take.
    this.#scanner.table.visit(text, Math.max(from, surely), text.length, (at, { rule }) => {
      if (at + (rule.reach ?? reachAfter) > text.length) limit = Math.min(limit, at - (rule.before ?? 0));
    });
    return Math.max(surely, limit);
  }

  #covered(view: View, from: number, limit: number, final: boolean): readonly Covered[] {
    const covered: Covered[] = this.#carried === undefined ? [] : [this.#carried];
    const open: Open[] = [];
    const place = (index: number): number => this.#base + view.toRaw(index);
    const cover = (rule: PreparedRule, start: number, reach: { readonly head: number; readonly end: number }): void => {
      covered.push({ rule, start: place(start), end: place(reach.end) });
      const goesOn = !final && rule.tail !== undefined && reach.end === view.text.length;
      if (goesOn) open.push({ rule, from: place(Math.max(reach.head, limit)) });
    };
    for (const { rule, from: at } of this.#open) {
      const start = view.fromRaw(at - this.#base);
      cover(rule, start, { head: start, end: tailEnd(view.text, rule, start) });
    }
    for (const { rule, start, head, end } of findCandidates(
      this.#scanner.table,
      view.text,
      from,
      limit + reachBefore,
    )) {
      if (start >= from && start < limit) cover(rule, start, { head, end });
    }
    this.#open = open;
    return covered.sort((a, b) => a.start - b.start || a.rule.order - b.rule.order);
  }

  #advance(state: 'more may come' | 'this is all'): string {
    const final = state === 'this is all';
    const view = viewOf(this.#raw);
    const from = view.fromRaw(this.#done - this.#base);
    const limit = final ? view.text.length : this.#decided(view, from);
    if (limit <= from) return '';
    const stop = this.#base + view.toRaw(limit);
    const covered = this.#covered(view, from, limit, final);
    const out = this.#write(covered, stop);
    const furthest = covered.filter(({ end }) => end > stop).sort((a, b) => b.end - a.end)[0];
    // What is open is measured again; of it only what is decided may be carried on.
    this.#carried =
      furthest === undefined || final ? undefined : { ...furthest, start: stop, end: this.#sure(furthest, view, stop) };
    this.#done = stop;
    const kept = view.toRaw(Math.max(0, limit - reachBefore - 1));
    this.#raw = this.#raw.slice(kept);
    this.#base += kept;
    return out;
  }

  #sure({ end, rule }: Covered, view: View, stop: number): number {
    const atEnd = end === this.#base + view.toRaw(view.text.length);
    if (!atEnd || rule.tail === undefined) return end;
    const open = this.#open.find((entry) => entry.rule === rule);
    return Math.max(stop, open?.from ?? stop);
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
