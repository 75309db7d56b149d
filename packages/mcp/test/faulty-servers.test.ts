import { createServer } from 'node:net';
import { type Clock, systemClock } from '@pawl/core';
import { McpConnectionError, type McpWarning, mcpExecutor } from '@pawl/mcp';
import { describe, expect, it } from 'vitest';
import { callOf, fixture, isRunning, openFixture } from './open-fixture.js';

const textOf = (execution: { readonly output: unknown }): unknown => {
  const { output } = execution;
  return (output as { content: readonly { text: string }[] }).content[0]?.text; // what the fixtures answer
};

const node = process.execPath;

describe('a server that dies in the middle of a call', () => {
  it('fails the call with what it said last, and every later call at once', async () => {
    await using server = await openFixture('dies');
    const failing = server.executor.execute(callOf('probe', {}));
    await expect(failing).rejects.toMatchObject({
      code: 'source-lost',
      outcome: 'unknown',
      message: expect.stringMatching(/exit code 3[\s\S]*out of cheese/),
    });
    await expect(server.executor.execute(callOf('other', {}))).rejects.toMatchObject({
      code: 'source-lost',
      outcome: 'not-started',
      message: expect.stringContaining('connect anew'),
    });
    expect(server.executor.specs()).toHaveLength(2);
  });

  it('fails every call under way, and a stream with its last chunk', async () => {
    await using server = await openFixture('dies');
    const stream = await server.executor.executeStream(callOf('probe', {}));
    const calls = await Promise.allSettled([
      stream[Symbol.asyncIterator]().next(),
      ...Array.from({ length: 5 }, () => server.executor.execute(callOf('probe', {}))),
    ]);
    expect(calls[0]).toMatchObject({ status: 'fulfilled', value: { value: { kind: 'error' } } });
    for (const call of calls.slice(1)) expect(call).toMatchObject({ reason: { code: 'source-lost' } });
  });

  it('fails a call that is too big to be written before the end', async () => {
    await using server = await openFixture('dies');
    const big = 'x'.repeat(8 * 1024 * 1024);
    const calls = [callOf('probe', {}), callOf('other', { big }), callOf('other', { big })];
    const settled = await Promise.allSettled(calls.map((call) => server.executor.execute(call)));
    for (const call of settled) expect(call).toMatchObject({ reason: { code: 'source-lost' } });
  });
});

describe('a server that does not start', () => {
  it('is named where its command does not exist', async () => {
    const opening = mcpExecutor({ server: { command: 'no-such-mcp-server' } });
    await expect(opening).rejects.toBeInstanceOf(McpConnectionError);
    await expect(opening).rejects.toMatchObject({
      code: 'command-not-found',
      message: expect.stringMatching(/no program no-such-mcp-server: install it/),
    });
  });

  it('is told from a working directory that does not exist', async () => {
    const opening = mcpExecutor({ server: { command: node, cwd: '/no/such/directory' } });
    await expect(opening).rejects.toMatchObject({
      code: 'command-not-found',
      message: expect.stringContaining('working directory /no/such/directory does not exist'),
    });
  });

  it('may not be a file that cannot be run', async () => {
    const opening = mcpExecutor({ server: { command: fixture('dies') } });
    await expect(opening).rejects.toMatchObject({
      code: 'command-not-found',
      message: expect.stringContaining('may not be run'),
    });
  });

  it('is reported with its exit code and stderr where it ends first', async () => {
    await expect(openFixture('exits-at-start')).rejects.toMatchObject({
      code: 'exited',
      message: expect.stringMatching(/exit code 7[\s\S]*no licence key/),
    });
  });

  it('is given up after the time to start, and ended', async () => {
    let ring = (): void => {};
    const clock: Clock = {
      setTimeout: (callback, ms) => {
        if (ms !== 1_000) return systemClock.setTimeout(callback, ms);
        ring = callback;
        return () => {};
      },
    };
    // Its noise says that it is there, and has complained.
    const opening = openFixture('silent', { startTimeoutMs: 1_000, clock, onWarning: () => setImmediate(ring) });
    await expect(opening).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(/within 1000 ms[\s\S]*waiting for the database/),
    });
  });

  it('may not list a name twice', async () => {
    await expect(openFixture('twins')).rejects.toMatchObject({
      code: 'catalogue',
      message: expect.stringContaining('"probe" twice'),
    });
  });

  it('may not list its tools in circles', async () => {
    await expect(openFixture('circles')).rejects.toMatchObject({
      code: 'catalogue',
      message: expect.stringContaining('in circles'),
    });
  });

  it('must have the tools whose approval the operator lets be remembered', async () => {
    await expect(openFixture('dies', { cacheableApproval: ['porbe'] })).rejects.toThrow(/"porbe".*probe, other/);
  });
});

describe('a server that floods and babbles', () => {
  it('fills stderr with 10 MiB and still answers', async () => {
    const warnings: McpWarning[] = [];
    await using server = await openFixture('noisy', { onWarning: (warning) => warnings.push(warning) });
    expect(textOf(await server.executor.execute(callOf('probe', {})))).toBe('survived');
    const noise = warnings.filter(({ code }) => code === 'noise').map(({ message }) => message);
    expect(noise).toHaveLength(5);
    expect(noise[0]).toContain('starting up');
  });

  it('is understood byte by byte, with a byte order mark and CRLF', async () => {
    await using server = await openFixture('noisy');
    expect(textOf(await server.executor.execute(callOf('other', {})))).toBe('žluťoučký 🐴');
  });
});

describe('a server that writes one enormous line', () => {
  const limits = { server: { command: node, args: [fixture('enormous')], maxMessageBytes: 1024 * 1024 } };

  it('fails the call that it answers, and no other', async () => {
    await using server = await mcpExecutor(limits);
    const waiting = server.executor.execute(callOf('other', {}));
    await expect(server.executor.execute(callOf('probe', {}))).rejects.toMatchObject({
      code: 'invalid-result',
      outcome: 'unknown',
      message: expect.stringContaining('maxMessageBytes'),
    });
    await server.executor.execute(callOf('release', {}));
    expect(textOf(await waiting)).toBe('still here');
  });

  it('is ignored where it is no message', async () => {
    await using server = await mcpExecutor(limits);
    expect(textOf(await server.executor.execute(callOf('noise', {})))).toBe('after the noise');
  });

  it('fails every call under way where it cannot be told which it answers', async () => {
    await using server = await mcpExecutor(limits);
    const calls = [callOf('other', {}), callOf('broken', {})].map((call) => server.executor.execute(call));
    for (const call of await Promise.allSettled(calls))
      expect(call).toMatchObject({ reason: { code: 'invalid-result' } });
    expect(textOf(await server.executor.execute(callOf('noise', {})))).toBe('after the noise');
  });

  it('is read by default', async () => {
    await using server = await openFixture('enormous');
    expect(textOf(await server.executor.execute(callOf('probe', {})))).toHaveLength(4 * 1024 * 1024);
  });
});

describe('a server that closes its stdin and lives on', () => {
  it('is lost: calls fail, and it is ended', async () => {
    await using server = await openFixture('deaf', { closeTimeoutMs: 100 });
    await server.executor.execute(callOf('probe', {}));
    // The first write finds out, and settles either way; after it there is no connection any more.
    await expect(server.executor.execute(callOf('probe', {}))).rejects.toMatchObject({ code: 'source-lost' });
    await expect(server.executor.execute(callOf('probe', {}))).rejects.toMatchObject({ outcome: 'not-started' });
    await server.close();
    expect(isRunning(server.pid ?? 0)).toBe(false);
  });
});

describe('closing', () => {
  it('ends a server that ignores SIGTERM, and its child', async () => {
    const server = await openFixture('stubborn', { closeTimeoutMs: 100 });
    const child = Number(textOf(await server.executor.execute(callOf('probe', {}))));
    expect(isRunning(child)).toBe(true);
    await server.close();
    expect(isRunning(server.pid ?? 0)).toBe(false);
    expect(isRunning(child)).toBe(false);
  });

  it('ends the child of a server that has died', async () => {
    const server = await openFixture('stubborn', { closeTimeoutMs: 100 });
    const child = Number(textOf(await server.executor.execute(callOf('probe', {}))));
    await expect(server.executor.execute(callOf('other', {}))).rejects.toMatchObject({
      code: 'source-lost',
      outcome: 'unknown',
      message: expect.stringContaining('exit code 5'),
    });
    await server.close();
    expect(isRunning(child)).toBe(false);
  });
});

describe('a URL where nobody listens', () => {
  it('is unreachable', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const address = closed.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise((resolve) => closed.close(resolve));
    await expect(mcpExecutor({ server: { url: `http://127.0.0.1:${port}/mcp` } })).rejects.toMatchObject({
      code: 'unreachable',
    });
  });
});
