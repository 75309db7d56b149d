/**
 * Times contenders in turn, so that a busy moment hits all of them alike, and gives the median nanoseconds of one call.
 * Each contender is `{ name, call }`; `call` may be asynchronous.
 */
export const measure = async (contenders, { rounds = 15, calls = 2_000 } = {}) => {
  const times = contenders.map(() => []);
  for (let round = -3; round < rounds; round++) {
    for (const [index, { call }] of contenders.entries()) {
      const start = process.hrtime.bigint();
      for (let i = 0; i < calls; i++) await call(i);
      const spent = Number(process.hrtime.bigint() - start) / calls;
      if (round >= 0) times[index].push(spent);
    }
  }
  return times.map((all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)]);
};
