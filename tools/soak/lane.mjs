// A lane: one client, its connection, and the server behind it; it can be connected anew while calls are under way.
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openOfficial } from './lane-official.mjs';
import { openPawl } from './lane-pawl.mjs';
import { openProxy } from './proxy.mjs';

const program = fileURLToPath(new URL('./server.mjs', import.meta.url));

const tries = 40;
const pauseMs = 250;

/** Another fault may hit the very moment in which the client connects. */
const openPatiently = async (open, target) => {
  for (let left = tries; ; left--) {
    try {
      return await open(target);
    } catch (error) {
      if (left === 1) throw error;
      await wait(pauseMs);
    }
  }
};

/** Opens a lane. `server` is an HTTP server, or `undefined` for a stdio server of the lane's own. */
export const openLane = async ({ transport, client, life, env, server }) => {
  const open = client === 'pawl' ? openPawl : openOfficial;
  const proxy = server === undefined ? undefined : await openProxy(server.port);
  const target =
    proxy === undefined ? { command: process.execPath, args: [program, 'stdio'], env } : { url: proxy.url };
  let connection = await open(target);
  const lane = {
    name: `${transport}, ${client} client, ${life} server`,
    traits: [transport, client, life],
    proxy,
    /** What a fault of the server reaches: every lane of an HTTP server, a stdio lane alone. */
    scope: server ?? {},
    server,
    /** Settles when the lane can be used again. */
    ready: Promise.resolve(),
    /** Ends the waits of the calls under way. */
    waits: new Set(),
    pid: () => server?.pid() ?? connection.pid,
    call: (call) => connection.call(call),
    tools: () => connection.tools(),
    /** Runs `before`, closes the connection, runs `between` and connects anew, once earlier reconnections are over. */
    reconnect: ({ before = () => {}, between = () => {} } = {}) => {
      const again = async () => {
        before();
        await connection.close().catch(() => {});
        await between();
        connection = await openPatiently(open, target);
      };
      lane.ready = lane.ready.then(again);
      return lane.ready;
    },
    close: async () => {
      await connection.close();
      await proxy?.close();
    },
  };
  return lane;
};
