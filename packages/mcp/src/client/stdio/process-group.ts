import type { Clock } from '@pawl/core';

const isWindows = process.platform === 'win32';

/** Whether a server gets a process group of its own, so that its children can be ended with it. Not on Windows. */
export const ownsGroup: boolean = !isWindows;

/** Sends a signal to a server and all its children; `false` where none of them is left. */
const signalGroup = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(isWindows ? pid : -pid, signal);
  } catch {
    // ESRCH, nobody is left; or EPERM, which no child of ours gives.
    return false;
  }
};

const live = new Set<number>();

const killAll = (): void => {
  for (const pid of live) signalGroup(pid, 'SIGKILL');
};

/** Ends the group when this process exits, in case nobody closed it. */
export const watchGroup = (pid: number): void => {
  if (live.size === 0) process.on('exit', killAll);
  live.add(pid);
};

const unwatchGroup = (pid: number): void => {
  live.delete(pid);
  if (live.size === 0) process.off('exit', killAll);
};

const pause = (clock: Clock, ms: number): Promise<void> => new Promise((resolve) => void clock.setTimeout(resolve, ms));

/** Nothing tells of the end of a grandchild, so this asks, every 10 ms and at most for `ms`. */
const isGone = async (pid: number, clock: Clock, ms: number): Promise<boolean> => {
  for (let waited = 0; waited < ms; waited += 10) {
    if (!signalGroup(pid, 0)) return true;
    await pause(clock, 10);
  }
  return !signalGroup(pid, 0);
};

/** Whom to end, and how patiently. */
export interface GroupEnd {
  readonly pid: number;
  /** Settles when the server itself has left. */
  readonly exited: Promise<void>;
  readonly clock: Clock;
  /** Milliseconds to leave in, before SIGTERM and again before SIGKILL. */
  readonly patienceMs: number;
}

/** Ends a server whose stdin has been closed, and its children: first by waiting, then SIGTERM, then SIGKILL. */
export const endGroup = async ({ pid, exited, clock, patienceMs }: GroupEnd): Promise<void> => {
  let stopWaiting = (): void => {};
  const patience = new Promise<void>((resolve) => {
    stopWaiting = clock.setTimeout(resolve, patienceMs);
  });
  await Promise.race([exited, patience]);
  stopWaiting();
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!signalGroup(pid, signal) || (await isGone(pid, clock, patienceMs))) break;
  }
  unwatchGroup(pid);
};
