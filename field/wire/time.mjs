// How long a call takes through each proxy: all of them run at once and are called in turns, so that a busy moment of the
// machine hits all alike.
import { createRequire } from 'node:module';
import { contenders, direct, directOverHttp, layered } from './contenders.mjs';
import { calling } from './names.mjs';
import { open } from './open.mjs';
import { wireClient } from './wire-client.mjs';

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const calls = 500;
const warming = 100;

const messages = { short: 'hello', long: 'plain words of a longer text, '.repeat(340) };

const at = (values, part) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)];

const timed = async (client, message) => {
  const start = performance.now();
  const { result } = await client.call('echo', { message });
  const spent = (performance.now() - start) * 1_000;
  if (result?.content?.[0]?.text !== `Echo: ${message}`) throw new Error('the echo is not what was sent');
  return spent;
};

/**
 * The microseconds of one call through each of the contenders in `ids`, for a short result and one of 10 KB: the median, the
 * lower quartile, and the lower quartile by that of the bare proxy.
 */
export const times = async (ids) => {
  const relayed = ids.has('mcp-remote') ? [directOverHttp] : [];
  const asked = [direct, ...relayed, ...contenders.filter(({ id }) => ids.has(id)), layered];
  const running = [];
  try {
    for (const contender of asked) {
      const run = await open(contender, [process.execPath, everything, 'stdio']);
      running.push({ contender, run, samples: { short: [], long: [] } });
      running.at(-1).client = await calling(await wireClient(run.transport()), 'echo');
    }
    for (let round = -warming; round < calls; round += 1) {
      for (const [kind, message] of Object.entries(messages)) {
        for (const { client, samples } of running) {
          const spent = await timed(client, message);
          if (round >= 0) samples[kind].push(spent);
        }
      }
    }
  } finally {
    for (const { run } of running) await run.end();
  }
  const bare = running.find(({ contender }) => contender.id === 'bare')?.samples;
  const figures = (samples, kind) => {
    const quartile = at(samples[kind], 0.25);
    return {
      µs: Math.round(at(samples[kind], 0.5)),
      quartile: Math.round(quartile),
      ...(bare === undefined ? {} : { byBare: Math.round((quartile / at(bare[kind], 0.25)) * 100) / 100 }),
    };
  };
  return running.map(({ contender: { id, name, front }, samples }) => ({
    ...{ id, name, front },
    short: figures(samples, 'short'),
    long: figures(samples, 'long'),
  }));
};
