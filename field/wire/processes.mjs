// The processes that a contender starts, told apart by their ids, and ended by them.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const childrenOf = (pid) => {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  } catch {
    return [];
  }
};

/** A process and all that it started, itself first. Empty where the system does not tell. */
export const family = (pid) => [pid, ...childrenOf(pid).flatMap(family)];

export const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    // A zombie answers signals too.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z');
  } catch {
    return false;
  }
};

/** Waits until none of them is alive, at most `waitMs`; gives those that are. */
export const leftAfter = async (pids, waitMs) => {
  const end = performance.now() + waitMs;
  let left = pids.filter(isAlive);
  while (left.length > 0 && performance.now() < end) {
    await pause(50);
    left = left.filter(isAlive);
  }
  return left;
};

/** Ends what is left of them for good. */
export const endAll = (pids) => {
  for (const pid of pids.filter(isAlive)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended in between.
    }
  }
};
