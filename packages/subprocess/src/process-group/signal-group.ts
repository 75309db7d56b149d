/** Sends a signal to every process of a group; one that is gone already is no error. */
export const signalGroup = (group: number, signal: 'SIGTERM' | 'SIGKILL'): void => {
  try {
    process.kill(-group, signal);
  } catch {
    // ESRCH: gone already. EPERM: it changed its user, so nobody here can end it; `groupAlive` goes on to say so.
  }
};
