import type { HintTable, PreparedRule } from './hint-table.js';
import { lookBack, reachBefore } from './limits.js';

/** Something that is to be replaced, by places in the view. */
export interface Candidate {
  readonly rule: PreparedRule;
  /** Where the match begins, what it keeps included. */
  readonly anchor: number;
  readonly start: number;
  /** Where the pattern ends. */
  readonly head: number;
  /** Where the tail ends, as far as the text goes. */
  readonly end: number;
}

/** Where to look. */
export interface Stretch {
  readonly from: number;
  /** Hints stand before it. */
  readonly to: number;
  /** Where matches that began earlier end, by their rule. */
  readonly covered?: ReadonlyMap<PreparedRule, number>;
}

/** Where to go on measuring a match, and where its pattern ended. */
export interface Tail {
  readonly from: number;
  readonly floor: number;
}

/**
 * How far a match goes on from a place. What closes it may have begun before that place, but not before `floor`, where the
 * pattern ended.
 */
export const tailEnd = (text: string, { tail, close }: PreparedRule, { from, floor }: Tail): number => {
  if (tail === undefined) return from;
  tail.lastIndex = from;
  const run = from + (tail.exec(text)?.[0].length ?? 0);
  if (close === undefined) return run;
  const low = Math.max(0, floor, from - reachBefore);
  const closing = close.exec(text.slice(low, run));
  return closing === null ? run : Math.max(from, low + closing.index + closing[0].length);
};

type Head = Pick<Candidate, 'anchor' | 'start' | 'head'>;

const headAt = (text: string, at: number, { rule, pattern, ahead, before, reach }: PreparedRule): Head | undefined => {
  const low = Math.max(0, at - before - lookBack);
  const window = text.slice(low, at + reach);
  const hint = at - low;
  if (ahead !== undefined) {
    ahead.lastIndex = hint;
    if (!ahead.test(window)) return undefined;
  }
  pattern.lastIndex = Math.max(0, hint - before);
  for (let match = pattern.exec(window); match !== null; match = pattern.exec(window)) {
    const start = match.index + (match.groups?.['keep']?.length ?? 0);
    const head = match.index + match[0].length;
    if (match.index > hint) return undefined;
    if (head > hint && head > start) {
      if (rule.accept !== undefined && !rule.accept(window.slice(start, head))) return undefined;
      return { anchor: low + match.index, start: low + start, head: low + head };
    }
    if (pattern.lastIndex === match.index) pattern.lastIndex++;
  }
  return undefined;
};

/** What of a text is to be replaced, in the order in which it begins. */
export const findCandidates = (
  table: HintTable,
  text: string,
  { from, to, covered }: Stretch,
): readonly Candidate[] => {
  const candidates: Candidate[] = [];
  const until = new Map(covered);
  table.visit(text, from, to, (at, rule) => {
    // What begins inside a match of the same rule ends with it; measuring each again would be quadratic.
    if (at < (until.get(rule) ?? 0)) return;
    const found = headAt(text, at, rule);
    if (found === undefined) return;
    const end = tailEnd(text, rule, { from: found.head, floor: found.head });
    until.set(rule, end);
    candidates.push({ rule, ...found, end });
  });
  return candidates.sort((a, b) => a.start - b.start || a.rule.order - b.rule.order);
};
