// The calls of a run: a function of the seed and the lanes alone.
import { kinds } from './kinds.mjs';
import { seeded } from './random.mjs';

const fits = (on, traits) => on === undefined || on.some((trait) => traits.includes(trait));

/** Plans `count` calls for lanes with `traits`; the lane of each is that of its number. */
export const planCalls = ({ count, seed, lanes }) => {
  const random = seeded(seed);
  const possible = lanes.map(({ traits }) => kinds.filter(({ on }) => fits(on, traits)));
  return Array.from({ length: count }, (_, number) => {
    const lane = number % lanes.length;
    const kind = random.weighted(possible[lane]);
    const key = `${seed}-${number}`;
    const { deadlineMs, cancelMs } = kind;
    return {
      key,
      lane,
      kind: kind.name,
      args: { key, ...kind.args?.(random) },
      afterMs: random.between(1, 40),
      ...(deadlineMs === undefined ? {} : { deadlineMs: random.between(...deadlineMs) }),
      ...(cancelMs === undefined ? {} : { cancelMs: random.between(...cancelMs) }),
    };
  });
};

/** A kind by its name. */
export const kindOf = (() => {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  return (name) => byName.get(name);
})();
