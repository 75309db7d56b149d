// The tool program: writes every run to the ledger, then does what it was told, however bad.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { serveTools } from '@pawl/subprocess/serve';
import { answerTo, plantedSecret } from './answers.mjs';

const { SOAK_LEDGER: ledger } = process.env;
const lateMs = 90;

const note = ({ key }) => appendFileSync(ledger, `${key}\n`);
const dieNow = () => process.kill(process.pid, 'SIGKILL');
const forever = () => new Promise(() => {});
const wire = (id, args) => JSON.stringify({ jsonrpc: '2.0', id, result: { output: answerTo(args) } });

/** Resolves when the text is in the pipe. */
const write = (stream, text) => new Promise((resolve) => stream.write(text, resolve));

const flood = async (bytes) => {
  const line = `${'noise '.repeat(1000)}\n`;
  for (let sent = 0; sent < bytes; sent += 2 * line.length) {
    await Promise.all([write(process.stdout, line), write(process.stderr, line)]);
  }
};

const die = async (args, id) => {
  if (args.when === 'answering') await write(process.stdout, wire(id, args).slice(0, -9));
  if (args.when === 'answered') await write(process.stdout, `${wire(id, args)}\n`);
  dieNow();
  return forever();
};

const leaveChild = () => {
  const ignore = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  spawn(process.execPath, ['-e', ignore], { stdio: ['ignore', 'inherit', 'inherit'] });
  return forever();
};

const aborted = (signal) =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', resolve, { once: true })));

const acts = {
  slow: ({ ms }) => wait(ms),
  progress: (_, { progress }) => {
    for (let step = 1; step <= 5; step++) progress({ fraction: step / 5, message: `step ${step}` });
  },
  fail: () => {
    throw new Error('this call fails, as it was told to');
  },
  hang: forever,
  heed: async (_, { signal }) => {
    await aborted(signal);
    throw new Error('stopped, as it was told to');
  },
  late: async (_, { signal }) => {
    await aborted(signal);
    await wait(lateMs);
  },
  child: leaveChild,
  flood: ({ bytes }) => flood(bytes),
  noise: ({ bytes }) => write(process.stdout, `${'n'.repeat(bytes)}\n`),
  die: (args, { params }) => die(args, params.request_id),
};

const runTool = async (args, call) => {
  if (args.when === 'start') dieNow();
  note(args);
  await acts[args.act]?.(args, call);
  const answer = answerTo(args);
  if (args.act === 'secret') return { ...answer, secret: `token ${plantedSecret}` };
  return args.act === 'huge' ? { ...answer, more: 'h'.repeat(args.bytes) } : answer;
};

await serveTools({ soak_run: runTool, soak_asked: runTool, soak_forbidden: runTool });
