import type { Clock } from '@pawl/core';
import { treeUsage } from './process-tree.js';
import type { ShellSettings } from './shell-options.js';

const intervalMs = 50;
// Bubblewrap itself is two processes.
const own = 2;

/** Looks at a running command again and again; calls `exceed` once when it uses too much. Returns what ends the watch. */
export const watchUsage = (
  pid: number,
  { settings, clock, exceed }: { settings: ShellSettings; clock: Clock; exceed: (what: string) => void },
): (() => void) => {
  let stop = (): void => {};
  const look = (): void => {
    const { bytes, processes } = treeUsage(pid, settings.processes + own);
    if (bytes > settings.memoryBytes) exceed(`it used more than ${settings.memoryBytes} bytes of memory`);
    else if (processes > settings.processes + own) exceed(`it had more than ${settings.processes} processes`);
    else stop = clock.setTimeout(look, intervalMs);
  };
  stop = clock.setTimeout(look, intervalMs);
  return () => stop();
};
