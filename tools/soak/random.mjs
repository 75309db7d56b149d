// Random choices that depend on the seed alone (mulberry32), so that a run can be planned again.

/** A generator of choices. */
export const seeded = (seed) => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** A whole number from `low` to `high`, both included. */
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    /** One of `entries`, each with a `weight`. */
    weighted: (entries) => {
      let left = next() * entries.reduce((sum, { weight }) => sum + weight, 0);
      const chosen = entries.find(({ weight }) => {
        left -= weight;
        return left < 0;
      });
      return chosen ?? entries.at(-1);
    },
  };
};
