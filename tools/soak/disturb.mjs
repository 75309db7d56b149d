// What is done to a server, a client or the line between them while a call runs.
import { setTimeout as wait } from 'node:timers/promises';

const giveUpMs = 300;
const stoppedMs = 60;
const slowMs = 80;

/** The official client does not notice a stream that broke, so whoever uses it gives up at some time. */
const giveUp = async (lanes) => {
  const waiting = lanes.filter(({ traits }) => traits.includes('official') && traits.includes('http'));
  const waits = waiting.flatMap((lane) => [...lane.waits]);
  if (waits.length === 0) return;
  await wait(giveUpMs);
  for (const controller of waits) controller.abort();
};

const cut = async (lane) => {
  lane.proxy.cut();
  await giveUp([lane]);
};

const leave = (lane) => lane.reconnect();

const vanish = (lane) => lane.reconnect({ before: lane.proxy.shut, between: lane.proxy.reopen });

const kill = async (lane, { lanes, killed }) => {
  const { server } = lane;
  const reached = lanes.filter(({ scope }) => scope === lane.scope);
  await Promise.all(reached.map(({ ready }) => ready));
  killed.add(lane.pid());
  if (server === undefined) {
    process.kill(lane.pid(), 'SIGKILL');
    await lane.reconnect();
    return;
  }
  const restarted = server.killAndRestart();
  await Promise.all([giveUp(reached), restarted, ...reached.map((one) => one.reconnect({ between: () => restarted }))]);
};

const stop = async (lane) => {
  const pid = lane.pid();
  process.kill(pid, 'SIGSTOP');
  await wait(stoppedMs);
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // Another fault ended it meanwhile.
  }
};

const readSlowly = async (lane) => {
  if (lane.proxy === undefined) {
    // Nothing of this process reads while it is blocked.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, slowMs / 2);
    return;
  }
  const goOn = lane.proxy.pause();
  await wait(slowMs);
  goOn();
};

const change = async (lane) => {
  await lane.call({ tool: 'soak_change', args: {}, key: 'change' });
};

const faults = new Map([
  ['cut', { act: cut, reaches: (lane) => lane }],
  ['leave', { act: leave, reaches: (lane) => lane }],
  ['vanish', { act: vanish, reaches: (lane) => lane }],
  ['kill', { act: kill, reaches: ({ scope }) => scope }],
  ['stop', { act: stop }],
  ['read-slowly', { act: readSlowly }],
  ['change', { act: change }],
]);

/** Does `fault` to a lane; the calls that it reaches may fail. */
export const disturb = async (fault, lane, { lanes, killed, disturbances }) => {
  const { act, reaches } = faults.get(fault);
  const over = reaches === undefined ? () => {} : disturbances.begin(reaches(lane));
  try {
    await act(lane, { lanes, killed });
  } finally {
    over();
  }
};
