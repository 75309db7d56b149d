// Starts a contender in front of a server, and ends it and all it started.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { endAll, family, isAlive, leftAfter } from './processes.mjs';

const relay = fileURLToPath(new URL('../proxies/http-relay.mjs', import.meta.url));
const startMs = 20_000;
const leaveMs = 6_000;

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
};

const listens = async (origin) => {
  await (await fetch(origin, { signal: AbortSignal.timeout(1_000) })).body?.cancel();
  return true;
};

/** Starts what listens at `origin`, and waits until it does. */
const started = async (argv, { origin, env, ready = listens }) => {
  const [command, ...args] = argv;
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore'], env });
  const end = performance.now() + startMs;
  while (!(await ready(origin).catch(() => false))) {
    if (child.exitCode !== null || performance.now() > end) {
      endAll(family(child.pid));
      throw new Error(`${args[0]} is not ready at ${origin} after ${startMs / 1000} seconds`);
    }
    await pause(50);
  }
  return child;
};

const transportTo = (front, { argv: [command, ...args], url, env }) => {
  if (front === 'http') return new StreamableHTTPClientTransport(new URL(url));
  if (front === 'sse') return new SSEClientTransport(new URL(url));
  return new StdioClientTransport({ command, args, env, stderr: 'ignore', maxBufferSize: 64 * 1024 * 1024 });
};

/**
 * A contender that runs. `transport()` is a new way to it; `end()` closes it as its user would, and gives the ids of the
 * processes that were still there six seconds later, which are ended too.
 */
export const open = async (contender, server) => {
  const isStarted = contender.front !== 'stdio';
  const port = isStarted || contender.behind === 'http' ? await freePort() : undefined;
  const origin = `http://127.0.0.1:${port}`;
  const url = `${origin}/mcp`;
  const { argv = [], remove = () => {} } = contender.command?.(server, port) ?? {};
  // A home of its own, because some of them keep files there.
  const home = mkdtempSync(join(tmpdir(), 'pawl-home-'));
  const env = { PATH: process.env.PATH, HOME: home };
  const children = [];
  const transports = [];
  const everyPid = () =>
    [...children, ...transports].flatMap(({ pid }) => (typeof pid === 'number' ? family(pid) : []));
  const end = async () => {
    const pids = everyPid();
    for (const made of transports) await made.terminateSession?.().catch(() => {});
    await Promise.all(transports.map((made) => made.close().catch(() => {})));
    for (const child of children) if (isAlive(child.pid)) child.kill('SIGTERM');
    const left = await leftAfter(pids, leaveMs);
    endAll(left);
    remove();
    rmSync(home, { recursive: true, force: true });
    return left;
  };
  try {
    const relayed = [process.execPath, relay, String(port), ...server];
    if (contender.behind === 'http') children.push(await started(relayed, { origin, env }));
    if (isStarted && argv.length > 0) children.push(await started(argv, { origin, env, ready: contender.ready }));
  } catch (error) {
    await end();
    throw error;
  }
  const transport = () => {
    const made = transportTo(contender.front, { argv, url, env });
    transports.push(made);
    return made;
  };
  return { transport, pids: everyPid, end };
};
