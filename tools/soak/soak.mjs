// The soak itself: opens servers and clients, makes the planned calls in rounds, takes samples, closes all, accounts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { account } from './account.mjs';
import { wrongWithTrends } from './bounds.mjs';
import { openDisturbances } from './disturbances.mjs';
import { wrongWithEnds } from './ends.mjs';
import { openHttpServer } from './http-server.mjs';
import { openLane } from './lane.mjs';
import { measureProcess } from './measure.mjs';
import { planCalls } from './plan.mjs';
import { runCall } from './run-call.mjs';
import { takeSamples, trendsOf } from './samples.mjs';

const callersPerLane = 3;
const mostRounds = 40;
const callsARound = 100;

const lines = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
const jsonLines = (file) => lines(file).map((line) => JSON.parse(line));

const variants = ['stdio', 'http'].flatMap((transport) =>
  ['steady', 'mortal'].flatMap((life) => ['pawl', 'official'].map((client) => ({ transport, life, client }))),
);

const filesIn = (folder) => {
  const files = {};
  for (const name of ['ledger', 'served', 'lives', 'records']) {
    files[name] = join(folder, `${name}.jsonl`);
    writeFileSync(files[name], '');
  }
  return files;
};

const openWorld = async (env, closers) => {
  const servers = new Map();
  for (const life of ['steady', 'mortal']) {
    const server = await openHttpServer(env);
    closers.push(() => server.close());
    servers.set(life, server);
  }
  const lanes = [];
  for (const variant of variants) {
    const server = variant.transport === 'http' ? servers.get(variant.life) : undefined;
    const lane = await openLane({ ...variant, env, server });
    closers.push(async () => void (await lane.close()));
    lanes.push(lane);
  }
  return { lanes, killed: new Set(), turns: new Map(), disturbances: openDisturbances() };
};

const runRound = async (plans, world, files) => {
  const caller = async (queue, lane) => {
    for (let plan = queue.shift(); plan !== undefined; plan = queue.shift()) {
      appendFileSync(files.records, `${JSON.stringify(await runCall(lane, plan, world))}\n`);
    }
  };
  const callers = world.lanes.flatMap((lane, number) => {
    const queue = plans.filter((plan) => plan.lane === number);
    return Array.from({ length: callersPerLane }, () => caller(queue, lane));
  });
  await Promise.all(callers);
};

const runRounds = async ({ plans, world, files, onRound }) => {
  const rounds = Math.min(mostRounds, Math.max(2, Math.floor(plans.length / callsARound)));
  const samples = [];
  for (let round = 0; round < rounds; round++) {
    const [from, to] = [round, round + 1].map((one) => Math.floor((one * plans.length) / rounds));
    await runRound(plans.slice(from, to), world, files);
    await Promise.all(world.lanes.map(({ ready }) => ready));
    samples.push(await takeSamples(world.lanes, to));
    onRound({ done: to, of: plans.length });
  }
  return samples;
};

const closeAll = async (closers) => {
  const problems = [];
  for (const close of closers.reverse()) {
    try {
      problems.push(await close());
    } catch (error) {
      problems.push(`something did not close: ${String(error)}`);
    }
  }
  return problems.filter((problem) => problem !== undefined);
};

const before = (ms) => {
  let stop;
  const late = new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`the soak did not end within ${ms} ms`)), ms);
    stop = () => clearTimeout(timer);
  });
  late.catch(() => {});
  return { late, stop };
};

const live = async ({ plans, files, marker, patienceMs, onRound }) => {
  const env = { PAWL_SOAK: marker, SOAK_LEDGER: files.ledger, SOAK_SERVED: files.served, SOAK_LIVES: files.lives };
  const closers = [];
  const { late, stop } = before(patienceMs);
  const violations = [];
  let world;
  let samples = [];
  try {
    world = await openWorld(env, closers);
    samples = await Promise.race([runRounds({ plans, world, files, onRound }), late]);
  } catch (error) {
    violations.push(String(error.stack ?? error));
  } finally {
    stop();
    violations.push(...(await closeAll(closers)));
  }
  return { samples, violations, lanes: world?.lanes ?? [], killed: world?.killed ?? new Set() };
};

/** Runs the soak; resolves to its figures and to everything that was wrong. */
export const soak = async ({ calls, seed, patienceMs, onRound = () => {} }) => {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-soak-'));
  try {
    const files = filesIn(folder);
    const marker = `${process.pid}-${seed}`;
    const lanes = variants.map(({ transport, client, life }) => ({ traits: [transport, client, life] }));
    const plans = planCalls({ count: calls, seed, lanes });
    // The first process that Node starts with a pipe leaves a descriptor of its own open for good.
    await once(spawn('true', { stdio: ['pipe', 'ignore', 'ignore'] }), 'close');
    const start = measureProcess();
    const from = performance.now();
    const run = await live({ plans, files, marker, patienceMs, onRound });
    const seconds = (performance.now() - from) / 1000;
    const lives = jsonLines(files.lives);
    const ends = await wrongWithEnds({ marker, start, lives, killed: run.killed });
    const records = jsonLines(files.records);
    const { violations, ...told } =
      run.lanes.length === 0
        ? { violations: [] }
        : account({ plans, records, served: jsonLines(files.served), ledger: lines(files.ledger), lanes: run.lanes });
    const trends = run.samples.length === 0 ? [] : trendsOf(run.samples);
    return {
      calls,
      seed,
      seconds,
      slowestMs: Math.max(...records.map(({ ms }) => ms)),
      disturbed: records.filter(({ disturbed }) => disturbed).length,
      ...told,
      serversStarted: lives.filter(({ event }) => event === 'start').length,
      serversKilled: run.killed.size,
      ...ends.figures,
      samples: run.samples.length,
      trends,
      violations: [
        ...run.violations,
        ...violations,
        ...run.samples.flatMap((sample) => sample.violations),
        ...ends.violations,
        ...wrongWithTrends(trends, run.samples.length),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
