import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Which process wrote a lock. Process ids are used again, so the id alone does not say. */
export interface ProcessIdentity {
  /** The process id. */
  readonly pid: number;
  /** When it started, as the system tells it; empty where it does not. */
  readonly started: string;
  /** Host, and process-id namespace where there are such: elsewhere a process id means another process. */
  readonly space: string;
}

/** What is known of processes. Tests bring their own. */
export interface ProcessTable {
  /** This process. */
  self(): ProcessIdentity;
  /** Whether a process runs; `unknown` for one of another host or namespace. */
  state(identity: ProcessIdentity): 'running' | 'gone' | 'unknown';
}

const orEmpty = (read: () => string): string => {
  try {
    return read();
  } catch {
    return '';
  }
};

/** Boot, and start time in ticks since it: field 22 of proc_pid_stat(5), counted behind the name, which may hold anything. */
const startOf = (pid: number): string =>
  orEmpty(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${ticks}`;
  });

const space = (): string => `${hostname()}/${orEmpty(() => readlinkSync('/proc/self/ns/pid'))}`;

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is one, of somebody else.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};

/** The processes of this machine. */
export const systemProcesses: ProcessTable = {
  self: () => ({ pid: process.pid, started: startOf(process.pid), space: space() }),
  state: (identity) => {
    if (identity.space !== space()) return 'unknown';
    if (!exists(identity.pid)) return 'gone';
    return identity.started === startOf(identity.pid) ? 'running' : 'gone';
  },
};
