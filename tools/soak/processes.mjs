// The processes that carry a marker in their environment, wherever they are in the tree.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const isLive = (pid) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return !['Z', 'X'].includes(stat.slice(stat.lastIndexOf(')') + 2)[0]);
};

/** Ids of the living processes with `PAWL_SOAK=<marker>`, this one aside. */
export const marked = (marker) =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`PAWL_SOAK=${marker}`) && isLive(pid);
    } catch {
      // It ended meanwhile, or is somebody else's.
      return false;
    }
  });

/** Waits until none is left, at most for `ms`; resolves to those that are. */
export const noneLeft = async (marker, ms) => {
  for (let waited = 0; ; waited += 100) {
    const left = marked(marker);
    if (left.length === 0 || waited >= ms) return left;
    await wait(100);
  }
};
