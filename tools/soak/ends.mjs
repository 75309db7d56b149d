// What is left once everything has been closed: processes, descriptors, handles; and how the servers ended.
import { setTimeout as wait } from 'node:timers/promises';
import { measureProcess } from './measure.mjs';
import { noneLeft } from './processes.mjs';

const patienceMs = 6_000;

const moreThan = (start, now) => [
  ...(now.descriptors > start.descriptors ? [`${now.descriptors - start.descriptors} descriptors`] : []),
  ...Object.entries(now.resources)
    .filter(([name, count]) => name !== 'Timeout' && count > (start.resources[name] ?? 0))
    .map(([name, count]) => `${count - (start.resources[name] ?? 0)} × ${name}`),
];

/** What this process still holds beyond what it held at the start, once it has had time to let go. */
const stillHeld = async (start) => {
  for (let waited = 0; ; waited += 100) {
    const held = moreThan(start, measureProcess());
    if (held.length === 0 || waited >= patienceMs) return held;
    await wait(100);
  }
};

const endsOf = (lives, killed) => {
  const of = (event) => lives.filter((one) => one.event === event).map(({ pid }) => pid);
  const exited = new Set(of('exit'));
  const silent = of('start').filter((pid) => !exited.has(pid) && !killed.has(pid));
  const badCodes = lives.filter(({ event, code }) => event === 'exit' && code !== 0);
  return [
    ...silent.map((pid) => `server ${pid} ended without leaving of itself`),
    ...of('SIGTERM').map((pid) => `server ${pid} had to be told to leave`),
    ...badCodes.map(({ pid, code }) => `server ${pid} ended with code ${code}`),
  ];
};

const end = (pid) => {
  try {
    process.kill(Number(pid), 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
};

/** Judges the end of a run. Processes that are left are ended: this run started them. */
export const wrongWithEnds = async ({ marker, start, lives, killed }) => {
  const left = await noneLeft(marker, patienceMs);
  for (const pid of left) end(pid);
  const held = await stillHeld(start);
  return {
    figures: { processesLeft: left.length, held },
    violations: [
      ...left.map((pid) => `process ${pid} was left behind`),
      ...held.map((what) => `this process still holds ${what}`),
      ...endsOf(lives, killed),
    ],
  };
};
