import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { officialServer, pawlArguments, temporary } from './run-pawl.js';

const run = promisify(execFile);
const inspector = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/cli/build/cli.js');

const inspect = async (server: readonly string[], request: readonly string[]): Promise<string> =>
  (await run(process.execPath, [inspector, '--cli', process.execPath, ...server, ...request])).stdout;

it('shows the MCP Inspector what the filesystem and memory servers show it themselves', async () => {
  await using folder = await temporary({ 'notes.md': 'remember the milk' });
  const path = join(folder.path, 'notes.md');
  for (const [direct, request] of [
    [
      [officialServer('server-filesystem'), folder.path],
      ['--method', 'tools/call', '--tool-name', 'read_text_file', '--tool-arg', `path=${path}`],
    ],
    [[officialServer('server-memory')], ['--method', 'tools/list']],
  ] as const) {
    const mcpServers = { one: { command: process.execPath, args: direct, origin: 'local-sandbox' } };
    await using config = await temporary({ 'pawl.json': JSON.stringify({ mcpServers, layers: [{ redaction: {} }] }) });
    const through = pawlArguments(['serve', join(config.path, 'pawl.json')]);
    const [ours, theirs] = await Promise.all([inspect(through, request), inspect(direct, request)]);
    expect(ours).toBe(theirs);
    expect(ours.length).toBeGreaterThan(10);
  }
  // The Inspector takes seconds to start, four times over.
}, 180_000);
