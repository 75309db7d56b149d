// Runs the suites that need PostgreSQL and Redis against servers of this machine: started here, on loopback, with data in
// a temporary directory, and stopped at the end. A server that is not installed is named and its suites are skipped, unless
// PAWL_SERVICES=1 says that both must be there.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const debianPostgres = '/usr/lib/postgresql';

const newestFirst = (a, b) => Number(b) - Number(a);
const postgresDirectories = existsSync(debianPostgres)
  ? readdirSync(debianPostgres)
      .sort(newestFirst)
      .map((version) => join(debianPostgres, version, 'bin'))
  : [];

const find = (program) =>
  [...(process.env.PATH ?? '').split(delimiter), ...postgresDirectories]
    .map((directory) => join(directory, program))
    .find((path) => existsSync(path));

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
};

/** Starts a server and waits for the line with which it says that it is ready. */
const start = async ({ program, args, ready, user }) => {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...user });
  const log = [];
  const outcome = await new Promise((resolve) => {
    child.once('error', (error) => resolve(String(error)));
    child.once('exit', (code) => resolve(`it ended with ${code}`));
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        log.push(line);
        if (ready.test(line)) resolve('ready');
      });
    }
  });
  if (outcome !== 'ready') throw new Error(`${program} did not start: ${outcome}\n${log.slice(-20).join('\n')}`);
  return async (signal) => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
};

/** PostgreSQL refuses to run as root; it then runs as the user that its package made. */
const postgresUser = () => {
  if (process.getuid?.() !== 0) return {};
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
};

const startPostgres = async (directory) => {
  const [initdb, postgres] = [find('initdb'), find('postgres')];
  if (initdb === undefined || postgres === undefined) return undefined;
  const user = postgresUser();
  const data = join(directory, 'postgres');
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid);
  execFileSync(initdb, ['-D', data, '-A', 'trust', '-U', 'pawl', '-E', 'UTF8', '--no-sync'], { ...user, cwd: '/' });
  const port = await freePort();
  const args = ['-D', data, '-p', String(port), '-k', data, '-c', 'listen_addresses=127.0.0.1'];
  const stop = await start({
    program: postgres,
    args,
    ready: /ready to accept connections/,
    user: { ...user, cwd: '/' },
  });
  return { env: { PAWL_POSTGRES_URL: `postgres://pawl@127.0.0.1:${port}/postgres` }, stop: () => stop('SIGINT') };
};

const startRedis = async (directory) => {
  const redis = find('redis-server');
  if (redis === undefined) return undefined;
  const data = join(directory, 'redis');
  mkdirSync(data);
  const port = await freePort();
  const settings = { port, bind: '127.0.0.1', dir: data, appendonly: 'yes', appendfsync: 'always', save: '' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const stop = await start({ program: redis, args, ready: /Ready to accept connections/ });
  return { env: { PAWL_REDIS_URL: `redis://127.0.0.1:${port}` }, stop: () => stop('SIGTERM') };
};

const services = [
  { name: 'PostgreSQL', debian: 'postgresql', begin: startPostgres },
  { name: 'Redis', debian: 'redis-server', begin: startRedis },
];

const run = async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pawl-services-'));
  // PostgreSQL's own user has to pass through it.
  execFileSync('chmod', ['711', directory]);
  const stops = [];
  const env = {};
  const missing = [];
  try {
    for (const { name, debian, begin } of services) {
      const service = await begin(directory);
      if (service === undefined) {
        missing.push(name);
        console.log(`${name} is not installed, its suites are skipped: apt-get install ${debian}`);
        continue;
      }
      stops.push(service.stop);
      Object.assign(env, service.env);
    }
    if (missing.length > 0 && process.env.PAWL_SERVICES === '1') return 1;
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'run', '.services.test.ts', ...process.argv.slice(2)], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
    const [code] = await once(child, 'exit');
    return code ?? 1;
  } finally {
    for (const stop of stops) await stop();
    rmSync(directory, { recursive: true, force: true });
  }
};

process.exitCode = await run();
