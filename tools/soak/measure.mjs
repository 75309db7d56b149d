// What a process holds: heap after a collection, resident memory, file descriptors, what keeps its loop alive.
import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const countsOf = (names) => {
  const counts = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

/** Figures of this process, after two collections: the first may only queue what the second frees. */
export const measureProcess = () => {
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return {
    heap: heapUsed,
    external,
    rss,
    // The folder itself is open while it is read.
    descriptors: readdirSync('/proc/self/fd').length - 1,
    resources: countsOf(process.getActiveResourcesInfo()),
  };
};
