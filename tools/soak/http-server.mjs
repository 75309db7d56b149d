// The HTTP server as a process of its own: started, killed, started again, closed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./server.mjs', import.meta.url));
const patienceMs = 10_000;

const start = async (env) => {
  const child = fork(program, ['http'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit');
  const [{ url }] = await Promise.race([
    once(child, 'message'),
    ended.then(([code, signal]) =>
      Promise.reject(new Error(`the HTTP server ended before it listened: ${signal ?? code}`)),
    ),
  ]);
  return { child, ended, port: Number(new URL(url).port) };
};

/** Starts a server with `env`. */
export const openHttpServer = async (env) => {
  let now = await start(env);
  return {
    pid: () => now.child.pid,
    port: () => now.port,
    killAndRestart: async () => {
      now.child.kill('SIGKILL');
      await now.ended;
      now = await start(env);
    },
    /** Asks it to close; says what was wrong with its end, if anything. */
    close: async () => {
      const { child, ended } = now;
      const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      if (child.connected) child.send('close');
      const [code, signal] = await ended;
      clearTimeout(timer);
      return code === 0 ? undefined : `the HTTP server did not end of itself, but with ${signal ?? `code ${code}`}`;
    },
  };
};
