import type { RedactionRule } from '../rules/rule.js';
import { HintTable, type PreparedRule } from './hint-table.js';
import { reachAfter, reachBefore } from './limits.js';

/** Rules made ready, and how what they find is replaced. */
export interface Scanner {
  readonly table: HintTable;
  readonly replacement: (rule: string) => string;
}

const withFlags = (pattern: RegExp, flags: string): RegExp =>
  new RegExp(pattern.source, [...new Set(pattern.flags.replaceAll(/[gy]/g, '') + flags)].join(''));

const prepare = (rule: RedactionRule, order: number): PreparedRule => {
  const { before = 0, reach = reachAfter } = rule;
  if (!Number.isInteger(reach) || reach < 1 || reach > reachAfter) {
    throw new RangeError(`redaction: rule ${rule.id}: \`reach\` is a whole number from 1 to ${reachAfter}`);
  }
  if (!Number.isInteger(before) || before < 0 || before > reachBefore) {
    throw new RangeError(`redaction: rule ${rule.id}: \`before\` is a whole number from 0 to ${reachBefore}`);
  }
  return {
    rule,
    order,
    pattern: withFlags(rule.pattern, before === 0 ? 'y' : 'g'),
    tail: rule.tail === undefined ? undefined : withFlags(new RegExp(`(?:${rule.tail.source})*`, rule.tail.flags), 'y'),
    close: rule.close === undefined ? undefined : withFlags(rule.close, ''),
  };
};

/** Makes rules ready. @throws {RangeError} for a rule that reaches further than a stream can hold back. */
export const makeScanner = (rules: readonly RedactionRule[], replacement: (rule: string) => string): Scanner => ({
  table: new HintTable(rules.map(prepare)),
  replacement,
});
