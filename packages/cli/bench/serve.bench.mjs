// A call through `pawl serve` with four layers, beside the same call through a bare proxy, to one official server each.
// Both are measured in turns in one run, so that a busy machine slows both alike.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export const name = 'pawl serve';

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const node = process.execPath;

const config = {
  mcpServers: { one: { command: node, args: [everything, 'stdio'], origin: 'local-sandbox' } },
  layers: [
    { retrievalGate: { query: 'echo a message', k: 3, pinned: ['echo'] } },
    { approvalCache: {} },
    { redaction: {} },
    { narrowing: { deny: ['get-env'] } },
  ],
};

const connect = async (args) => {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: node, args, stderr: 'ignore' }));
  return client;
};

/** The lower quartile: what a call takes where nothing else wants the processor. */
const quartile = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)];

const warming = 300;
const calls = 1_500;

/** Milliseconds of one call, for each of the clients. They take turns call by call, so that a busy moment hits all alike. */
const perCall = async (clients, call) => {
  const samples = clients.map(() => []);
  for (let round = -warming; round < calls; round += 1) {
    for (const [index, client] of clients.entries()) {
      const start = performance.now();
      await client.callTool(call);
      if (round >= 0) samples[index].push(performance.now() - start);
    }
  }
  const times = samples.map(quartile);
  return { times, ratio: times[0] / times[1] };
};

const rounded = (value) => Math.round(value * 1000) / 1000;

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  const file = join(folder, 'pawl.json');
  writeFileSync(file, JSON.stringify(config));
  const clients = [];
  try {
    clients.push(await connect([here('../dist/main.js'), 'serve', file]));
    clients.push(await connect([here('../test/fixtures/bare-proxy.mjs'), node, everything, 'stdio']));
    clients.push(await connect([everything, 'stdio']));
    const rows = [];
    const target = 1.15;
    for (const [label, message] of [
      ['a short result', 'hello'],
      ['a result of 10 KB', 'plain words of a longer text, '.repeat(340)],
    ]) {
      const { times, ratio } = await perCall(clients, { name: 'echo', arguments: { message } });
      const [ours, bare, direct] = times.map(rounded);
      rows.push({ name: `${label}: pawl serve, four layers`, unit: 'ms', value: ours });
      rows.push({ name: `${label}: a bare proxy of the official client and server`, unit: 'ms', value: bare });
      rows.push({ name: `${label}: no proxy`, unit: 'ms', value: direct });
      const value = rounded(ratio);
      rows.push({
        name: `${label}: pawl serve by a bare proxy`,
        unit: '×',
        value,
        target: `≤ ${target}`,
        ok: value <= target,
      });
    }
    return rows;
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.table(await run());
