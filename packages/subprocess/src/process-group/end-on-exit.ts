import { signalGroup } from './signal-group.js';

// A detached group outlives its parent, so whoever leaves without closing must not leave it behind. The set is the
// list of what runs now; the listener is there only while it is not empty.
const running = new Set<number>();

const endAll = (): void => {
  for (const group of running) signalGroup(group, 'SIGKILL');
};

/** Ends the group when this process exits, unless the function it returns is called first. */
export const endOnExit = (group: number): (() => void) => {
  if (running.size === 0) process.on('exit', endAll);
  running.add(group);
  return () => {
    running.delete(group);
    if (running.size === 0) process.off('exit', endAll);
  };
};
