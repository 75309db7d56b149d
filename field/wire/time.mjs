// How long a call takes through each proxy: all of them run at once and are called in turns, so that a busy moment of the
// machine hits all alike.
import { createRequire } from 'node:module';
import { contenders, direct, directOverHttp, layered } from './contenders.mjs';
import { calling } from './names.mjs';
import { open } from './open.mjs';
import { wireClient } from './wire-client.mjs';

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const rounds = 45;
const warming = 10;
const callsPerRound = 10;

const messages = { short: 'hello', long: 'plain words of a longer text, '.repeat(340) };

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const timed = async (client, message) => {
  const start = performance.now();
  for (let left = callsPerRound; left > 0; left -= 1) {
    const { result } = await client.call('echo', { message });
    if (result?.content?.[0]?.text !== `Echo: ${message}`) throw new Error('the echo is not what was sent');
  }
  return ((performance.now() - start) / callsPerRound) * 1_000;
};

/**
 * The median microseconds of one call through each of the contenders in `ids`, for a short result and one of 10 KB, and the
 * median of its ratios to the bare proxy, round by round.
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
    for (let round = -warming; round < rounds; round += 1) {
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
  const figures = (samples, kind) => ({
    µs: Math.round(median(samples[kind])),
    least: Math.round(Math.min(...samples[kind])),
    ...(bare === undefined
      ? {}
      : { byBare: Math.round(median(samples[kind].map((value, round) => value / bare[kind][round])) * 100) / 100 }),
  });
  return running.map(({ contender: { id, name, front }, samples }) => ({
    ...{ id, name, front },
    short: figures(samples, 'short'),
    long: figures(samples, 'long'),
  }));
};
