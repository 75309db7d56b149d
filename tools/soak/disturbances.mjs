// Which faults were going on where: a call that met one may end otherwise than its kind says.
import { performance } from 'node:perf_hooks';

// A client's pool of connections learns of one that was cut only when its loop comes round, and gives it to calls until
// then: for 25 ms after the cut on an idle machine, for more than 150 ms on a busy one.
const echoMs = 400;
const keptMs = 60_000;

/** Keeps the faults of the last minute. Scopes are lanes and servers. */
export const openDisturbances = (now = () => performance.now()) => {
  let known = [];
  return {
    /** A fault begins in `scope`; call what it returns when it is over. */
    begin: (scope) => {
      const fault = { scope, to: undefined };
      known = known.filter(({ to }) => to === undefined || to > now() - keptMs);
      known.push(fault);
      return () => {
        fault.to = now();
      };
    },
    /** Milliseconds between the last fault in `scopes` and `from`; for the reader of a violation. */
    quietBefore: (from, scopes) =>
      Math.min(...known.filter(({ scope, to }) => scopes.includes(scope) && to < from).map(({ to }) => from - to)),
    /** Whether a fault was going on in one of `scopes` at some time since `from`. */
    since: (from, scopes) =>
      known.some(({ scope, to }) => scopes.includes(scope) && (to === undefined || to + echoMs >= from)),
  };
};
