import type { HintTable, PreparedRule } from './hint-table.js';
import { reachAfter, reachBefore } from './limits.js';

/** Something that is to be replaced, by places in the view. */
export interface Candidate {
  readonly rule: PreparedRule;
  readonly start: number;
  /** Where the pattern ends. */
  readonly head: number;
  /** Where the tail ends, as far as the text goes. */
  readonly end: number;
}

/** How far a match goes on from a place. `from` may lie behind the first characters of what closes it. */
export const tailEnd = (text: string, { tail, close }: PreparedRule, from: number): number => {
  if (tail === undefined) return from;
  tail.lastIndex = from;
  const run = from + (tail.exec(text)?.[0].length ?? 0);
  if (close === undefined) return run;
  const low = Math.max(0, from - reachBefore);
  const closing = close.exec(text.slice(low, run));
  return closing === null ? run : Math.max(from, low + closing.index + closing[0].length);
};

const headAt = (
  text: string,
  at: number,
  { rule, pattern }: PreparedRule,
): { start: number; head: number } | undefined => {
  // One character more, for a pattern that looks back.
  const low = Math.max(0, at - (rule.before ?? 0) - 1);
  const window = text.slice(low, at + (rule.reach ?? reachAfter));
  const hint = at - low;
  pattern.lastIndex = pattern.sticky ? hint : 0;
  for (let match = pattern.exec(window); match !== null; match = pattern.exec(window)) {
    const kept = match.groups?.['keep']?.length ?? 0;
    const start = match.index + kept;
    const head = match.index + match[0].length;
    if (match.index > hint) return undefined;
    if (head > hint && head > start) {
      const found = window.slice(start, head);
      return rule.accept === undefined || rule.accept(found) ? { start: low + start, head: low + head } : undefined;
    }
    if (pattern.lastIndex === match.index) pattern.lastIndex++;
  }
  return undefined;
};

/** What of a text from `from` on is to be replaced, where the hint stands before `to`. */
export const findCandidates = (table: HintTable, text: string, from: number, to: number): readonly Candidate[] => {
  const candidates: Candidate[] = [];
  const covered = new Map<PreparedRule, number>();
  table.visit(text, from, to, (at, rule) => {
    // What begins inside a match of the same rule ends with it; measuring each again would be quadratic.
    if (at < (covered.get(rule) ?? 0)) return;
    const found = headAt(text, at, rule);
    if (found === undefined) return;
    const end = tailEnd(text, rule, found.head);
    covered.set(rule, end);
    candidates.push({ rule, ...found, end });
  });
  return candidates.sort((a, b) => a.start - b.start || a.rule.order - b.rule.order);
};
