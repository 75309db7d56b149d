import type { Scenario } from '../generate/scenario.js';
import type { TurnSeed } from '../turn/turn-seed.js';

/** How often a smaller scenario may be tried. */
const maxAttempts = 300;

const without = <T>(items: readonly T[], index: number): readonly T[] => items.filter((_item, at) => at !== index);

function* smallerTurn(turn: TurnSeed): Generator<TurnSeed> {
  for (let index = turn.crashes.length - 1; index >= 0; index--)
    yield { ...turn, crashes: without(turn.crashes, index) };
  if (turn.change !== 'none') yield { ...turn, change: 'none' };
  if (turn.reusesId) yield { ...turn, reusesId: false };
  if (turn.oddIds) yield { ...turn, oddIds: false };
  for (let index = turn.batches.length - 1; index >= 0 && turn.batches.length > 1; index--)
    yield { ...turn, batches: without(turn.batches, index) };
  for (const [at, batch] of turn.batches.entries()) {
    const withBatch = (changed: typeof batch): TurnSeed => ({ ...turn, batches: turn.batches.with(at, changed) });
    for (let index = batch.length - 1; index >= 0 && batch.length > 1; index--) yield withBatch(without(batch, index));
    for (const [index, call] of batch.entries()) {
      if (call.args !== 0) yield withBatch(batch.with(index, { ...call, args: 0 }));
      if (call.person !== 'approve') yield withBatch(batch.with(index, { ...call, person: 'approve' }));
      if (call.scope !== 'once') yield withBatch(batch.with(index, { ...call, scope: 'once' }));
    }
  }
}

function* smaller(scenario: Scenario): Generator<Scenario> {
  if (scenario.turn !== undefined) for (const turn of smallerTurn(scenario.turn)) yield { ...scenario, turn };
  for (let index = scenario.layers.length - 1; index >= 0; index--) {
    yield {
      ...scenario,
      layers: without(scenario.layers, index),
      outside: index < scenario.outside ? scenario.outside - 1 : scenario.outside,
    };
  }
  for (let index = scenario.calls.length - 1; index >= 0; index--)
    yield { ...scenario, calls: without(scenario.calls, index) };
  for (let index = scenario.steps.length - 1; index >= 0; index--)
    yield { ...scenario, steps: without(scenario.steps, index) };
  for (let index = scenario.unknown.length - 1; index >= 0; index--) {
    yield { ...scenario, unknown: without(scenario.unknown, index) };
  }
  for (let index = scenario.tools.length - 1; index >= 0 && scenario.tools.length > 1; index--) {
    yield { ...scenario, tools: without(scenario.tools, index) };
  }
  if (scenario.depth > 0) yield { ...scenario, depth: scenario.depth - 1 };
  for (let index = 0; index < scenario.calls.length; index++) {
    const call = scenario.calls[index];
    if (call === undefined || call.salt === 0) continue;
    for (const salt of [0, call.salt & 7]) {
      if (salt === call.salt) continue;
      yield { ...scenario, calls: scenario.calls.map((other, at) => (at === index ? { ...other, salt } : other)) };
    }
  }
}

/**
 * Takes away, one by one, what a scenario does not need to keep failing: the shrinker of fast-check leaves a useless step
 * in most counterexamples.
 */
export const reduce = async (
  scenario: Scenario,
  stillFails: (smaller: Scenario) => Promise<boolean>,
): Promise<Scenario> => {
  let current = scenario;
  let attempts = 0;
  let progress = true;
  while (progress) {
    progress = false;
    for (const candidate of smaller(current)) {
      if (++attempts > maxAttempts) return current;
      if (!(await stillFails(candidate))) continue;
      current = candidate;
      progress = true;
      break;
    }
  }
  return current;
};
