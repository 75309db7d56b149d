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

const signal = (pid, name) => {
  try {
    process.kill(pid, name);
  } catch {
    // Another fault ended it meanwhile.
  }
};

const killNow = async (lane, { lanes, killed }) => {
  const { server } = lane;
  const reached = lanes.filter(({ scope }) => scope === lane.scope);
  await Promise.all(reached.map(({ ready }) => ready));
  killed.add(lane.pid());
  if (server === undefined) {
    signal(lane.pid(), 'SIGKILL');
    return lane.reconnect();
  }
  const restarted = server.killAndRestart();
  return Promise.all([
    giveUp(reached),
    restarted,
    ...reached.map((one) => one.reconnect({ between: () => restarted })),
  ]);
};

/** One kill of a server after the other: two at once would start two servers for one. */
const kill = (lane, world) => {
  const turn = (world.turns.get(lane.scope) ?? Promise.resolve()).then(() => killNow(lane, world));
  world.turns.set(
    lane.scope,
    turn.catch(() => {}),
  );
  return turn;
};

const stop = async (lane) => {
  const pid = lane.pid();
  signal(pid, 'SIGSTOP');
  await wait(stoppedMs);
  signal(pid, 'SIGCONT');
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
export const disturb = async (fault, lane, world) => {
  const { act, reaches } = faults.get(fault);
  const over = reaches === undefined ? () => {} : world.disturbances.begin(reaches(lane));
  try {
    await act(lane, world);
  } finally {
    over();
  }
};
