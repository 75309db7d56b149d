import { type McpConnection, mcpExecutor } from '@pawl/mcp';
import { afterEach, describe, expect, it } from 'vitest';
import { callOf, isRunning, officialServer, openFixture } from './open-fixture.js';

describe('the server’s process', () => {
  let server: McpConnection | undefined;
  afterEach(async () => {
    await server?.close();
    delete process.env['PAWL_TEST_SECRET'];
  });

  it('sees nothing of the environment but the usual few variables and what it was given', async () => {
    process.env['PAWL_TEST_SECRET'] = 'do not inherit';
    const args = [officialServer('server-everything'), 'stdio'];
    server = await mcpExecutor({ server: { command: process.execPath, args, env: { GIVEN: 'yes' } } });
    const { output } = await server.executor.execute(callOf('get-env', {}));
    const seen = JSON.stringify(output);
    expect(seen).toContain('GIVEN');
    expect(seen).toContain('PATH');
    expect(seen).not.toContain('PAWL_TEST_SECRET');
  });

  it('is ended when this process exits and nobody has closed it', async () => {
    const before = new Set(process.listeners('exit'));
    server = await openFixture('stubborn', { closeTimeoutMs: 100 });
    await server.executor.execute(callOf('probe', {}));
    const added = process.listeners('exit').filter((listener) => !before.has(listener));
    expect(added).toHaveLength(1);
    const failing = server.executor.execute(callOf('unknown', {})).catch(() => undefined);
    added[0]?.call(process, 0);
    await failing;
    await server.close();
    expect(isRunning(server.pid ?? 0)).toBe(false);
    expect(process.listeners('exit').filter((listener) => !before.has(listener))).toEqual([]);
  });
});
