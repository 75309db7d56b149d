// Measures a call to a warm program beside a bare exchange of lines with the same kind of child, and the start of one.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { toolCall } from '@pawl/core';
import { subprocess } from '@pawl/subprocess';

export const name = 'subprocess';

const program = fileURLToPath(new URL('./tool.mjs', import.meta.url));
const bare = `
let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) process.stdout.write(JSON.stringify(JSON.parse(line)) + '\\n');
});`;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const microseconds = async (action, calls) => {
  const start = process.hrtime.bigint();
  for (let n = 0; n < calls; n++) await action(n);
  return Number(process.hrtime.bigint() - start) / 1000 / calls;
};

/** A bare child: a line there, a line back, no ids, no checks. */
const openBare = () => {
  const child = spawn(process.execPath, ['-e', bare], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  return {
    exchange: (line) =>
      new Promise((resolve) => {
        lines.once('line', resolve);
        child.stdin.write(line);
      }),
    close: () => child.stdin.end(),
  };
};

const open = (more = {}) =>
  subprocess({
    workspace: 'none',
    tools: [
      {
        spec: ['echo', 'count'].map((tool) => ({ name: tool, description: tool, inputSchema: { type: 'object' } })),
        command: process.execPath,
        args: [program],
        stream: true,
        ...more,
      },
    ],
  });

export async function run() {
  const tools = open();
  const plain = openBare();
  const args = { path: 'notes/today.md', text: 'a few words of text' };
  const call = (n) => tools.execute(toolCall({ id: String(n), tool: 'echo', args }));
  const line = `${JSON.stringify({ jsonrpc: '2.0', id: 'x', method: 'tools.execute', params: { parameters: args } })}\n`;
  const times = { call: [], bare: [] };
  for (let round = -2; round < 15; round++) {
    const spent = await microseconds(call, 300);
    const bareSpent = await microseconds(() => plain.exchange(line), 300);
    if (round < 0) continue;
    times.call.push(spent);
    times.bare.push(bareSpent);
  }
  const chunks = 20_000;
  const start = process.hrtime.bigint();
  for await (const _chunk of await tools.executeStream(toolCall({ id: 's', tool: 'count', args: { chunks } })));
  const streamed = Number(process.hrtime.bigint() - start) / 1000 / chunks;
  await tools.close();
  plain.close();

  const first = [];
  const closing = [];
  for (let n = 0; n < 7; n++) {
    const fresh = open();
    first.push(await microseconds(() => fresh.execute(toolCall({ id: 'f', tool: 'echo', args })), 1));
    closing.push(await microseconds(() => fresh.close(), 1));
  }
  const [mine, theirs] = [median(times.call), median(times.bare)];
  return [
    { name: 'a call to a warm program', unit: 'µs', value: mine },
    { name: 'a bare line there and back', unit: 'µs', value: theirs },
    { name: 'a call / a bare line', unit: '×', value: mine / theirs },
    { name: 'a chunk of a stream', unit: 'µs', value: streamed },
    { name: 'the first call, start included', unit: 'ms', value: median(first) / 1000 },
    { name: 'closing an idle program', unit: 'ms', value: median(closing) / 1000 },
  ];
}
