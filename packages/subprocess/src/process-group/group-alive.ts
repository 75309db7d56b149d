import { readdirSync, readFileSync } from 'node:fs';

// In `/proc/<pid>/stat` the command, which may hold anything, is in parentheses; state, parent and group follow it.
const isLivingMember = (pid: string, group: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(pgrp) === group && state !== 'Z' && state !== 'X';
  } catch {
    // It ended while the folder was being read.
    return false;
  }
};

/**
 * Whether a process of the group still runs. On Linux a process that has ended and that nobody has waited for does not
 * count: in a container without an init such processes stay for ever.
 */
export const groupAlive = (group: number): boolean => {
  try {
    process.kill(-group, 0);
  } catch (error) {
    // EPERM: there is a process, only not ours to signal.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  try {
    return readdirSync('/proc').some((name) => /^\d+$/.test(name) && isLivingMember(name, group));
  } catch {
    return true;
  }
};
