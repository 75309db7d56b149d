import type { ToolFailureInit } from '@pawl/core';
import fc from 'fast-check';
import type { Action } from '../../src/proposal/index.js';

/** What the tries of an action come to; the last one again and again. */
export type Fate = 'ok' | Pick<Required<ToolFailureInit>, 'terminal' | 'outcome'>;
export interface Planned {
  readonly action: Action;
  readonly fates: readonly Fate[];
  readonly asks: boolean;
}

/** What a try of an action comes to. */
export const fateOf = (one: Planned | undefined, attempt: number): Fate => {
  const { fates = [] } = one ?? {};
  return fates[Math.min(attempt, fates.length) - 1] ?? 'ok';
};

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Fate>('ok') },
  {
    weight: 3,
    arbitrary: fc.record({
      terminal: fc.integer({ max: 5, min: 0 }).map((n) => n === 0),
      outcome: fc.constantFrom('not-started', 'failed', 'unknown'),
    }),
  },
);

const planned = (index: number): fc.Arbitrary<Planned> =>
  fc
    .record({
      tool: fc.constantFrom('plain', 'repeatable'),
      dependsOn: fc.uniqueArray(fc.nat({ max: Math.max(0, index - 1) }), { maxLength: Math.min(2, index) }),
      onFailure: fc.constantFrom('abort', 'retry', 'retry', 'skip', 'skip'),
      maxRetries: fc.integer({ min: 0, max: 3 }),
      key: fc.constantFrom('x', 'y'),
      fates: fc.array(fate, { minLength: 1, maxLength: 4 }),
      asks: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    })
    .map(({ dependsOn, fates, asks, key, ...rest }) => ({
      action: { id: `a${index}`, ...rest, dependsOn: dependsOn.map((n) => `a${n}`), expectedEffects: { [key]: '' } },
      ...{ fates, asks },
    }));

/** Actions that depend on one another in any way that is no cycle. */
export const randomProposal = fc
  .integer({ min: 1, max: 7 })
  .chain((size) => fc.tuple(...Array.from({ length: size }, (_, index) => planned(index))))
  // Listed in any order: a dependency may come after what depends on it.
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));

/** A try after the first is licensed by the failure of the one before it, and by nothing else. */
export const licensed = (one: Planned, attempt: number): boolean => {
  if (attempt === 1) return true;
  const { action } = one;
  const before = fateOf(one, attempt - 1);
  if (before === 'ok' || before.terminal || action.onFailure !== 'retry') return false;
  if (attempt > (action.maxRetries ?? 3) + 1) return false;
  return before.outcome !== 'unknown' || action.tool === 'repeatable';
};
