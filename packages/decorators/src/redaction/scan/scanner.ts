import type { RedactionRule } from '../rules/rule.js';
import { HintTable, type PreparedRule } from './hint-table.js';
import { besideReach, reachBefore, usualReach } from './limits.js';

/** Rules made ready, and how what they find is replaced. */
export interface Scanner {
  readonly table: HintTable;
  readonly replacement: (rule: string) => string;
  /** Code units that a stream holds back at most. */
  readonly holdBack: number;
}

const withFlags = (pattern: RegExp, flags: string): RegExp =>
  new RegExp(pattern.source, [...new Set(pattern.flags.replaceAll(/[gy]/g, '') + flags)].join(''));

const checkWhole = (rule: RedactionRule, field: 'reach' | 'before', [least, most]: readonly [number, number]): void => {
  const value = rule[field] ?? least;
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`rule ${rule.id}: \`${field}\` is a whole number from ${least} to ${most}`);
};

const prepare = (rule: RedactionRule, order: number, furthest: number): PreparedRule => {
  checkWhole(rule, 'reach', [1, furthest]);
  checkWhole(rule, 'before', [0, reachBefore]);
  const { before = 0, reach = Math.min(usualReach, furthest) } = rule;
  return {
    rule,
    order,
    before,
    reach,
    pattern: withFlags(rule.pattern, before === 0 ? 'y' : 'g'),
    ahead: rule.ahead === undefined ? undefined : withFlags(rule.ahead, 'y'),
    tail: rule.tail === undefined ? undefined : withFlags(new RegExp(`(?:${rule.tail.source})*`, rule.tail.flags), 'y'),
    close: rule.close === undefined ? undefined : withFlags(rule.close, ''),
  };
};

/** Makes rules ready. @throws {RangeError} for a rule that reaches further than a stream may hold back. */
export const makeScanner = (
  rules: readonly RedactionRule[],
  { replacement, holdBack }: Pick<Scanner, 'replacement' | 'holdBack'>,
): Scanner => ({
  table: new HintTable(rules.map((rule, order) => prepare(rule, order, holdBack - besideReach))),
  replacement,
  holdBack,
});
