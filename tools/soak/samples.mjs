// Samples between two rounds, when nothing is under way: this process, and the servers that live as long as the run.

import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { measureProcess } from './measure.mjs';
import { outputOf } from './run-call.mjs';
import { trendOf } from './trend.mjs';

const stepMs = 50;
const toldMs = 8_000;

const statsOf = async (lane) => {
  const said = await lane.call({ tool: 'soak_stats', args: {}, key: 'stats' });
  if (said.status !== 'executed') throw new Error(`${lane.name}: soak_stats ${JSON.stringify(said)}`);
  return outputOf(said.result);
};

/** Whether the client comes to list what its server lists; changes are told a moment after they are made. */
const listsAlike = async (lane, tools) => {
  for (let waited = 0; ; waited += stepMs) {
    if (isDeepStrictEqual(await lane.tools(), tools)) return true;
    if (waited >= toldMs) return false;
    await wait(stepMs);
  }
};

/** Takes samples after `at` calls. */
export const takeSamples = async (lanes, at) => {
  const violations = [];
  const processes = [{ name: 'the clients', ...measureProcess() }];
  for (const lane of lanes) {
    const stats = await statsOf(lane);
    if (!(await listsAlike(lane, stats.tools)))
      violations.push(`${lane.name}: the client missed a change of the catalogue`);
    const pools = stats.programs.map(({ running }) => running);
    if (pools[0] > 3 || pools[1] > 1) violations.push(`${lane.name}: its pools have ${pools} processes`);
    if (stats.sessions > 16) violations.push(`${lane.name}: ${stats.sessions} sessions are open, and 16 may be`);
    // Both lanes of an HTTP server would give the same process.
    const isOwn = lane.server === undefined || lane.traits.includes('pawl');
    if (lane.traits.includes('steady') && isOwn) processes.push({ name: `server: ${lane.name}`, ...stats });
  }
  return { at, processes, violations };
};

/** The trend of each figure of each process. */
export const trendsOf = (samples) =>
  samples[0].processes.map(({ name }) => {
    const own = samples.map(({ at, processes }) => ({ at, one: processes.find((process) => process.name === name) }));
    const trend = (figure) => trendOf(own.map(({ at, one }) => ({ at, value: one[figure] })));
    return {
      name,
      heap: trend('heap'),
      external: trend('external'),
      rss: trend('rss'),
      descriptors: trend('descriptors'),
    };
  });
