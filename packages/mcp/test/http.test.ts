import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { type McpConnection, mcpExecutor } from '@pawl/mcp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, officialServer } from './open-fixture.js';
import { answer, type Exchange, openEventStream, sendEvent, serveHttp } from './serve-http.js';

const freePort = async (): Promise<number> => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const startEverything = async (port: number): Promise<ChildProcess> => {
  const args = [officialServer('server-everything'), 'streamableHttp'];
  const env = { ...process.env, PORT: String(port) };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  await once(child.stderr, 'data');
  child.stderr.resume();
  return child;
};

describe('the official everything server over Streamable HTTP', () => {
  let port: number;
  let child: ChildProcess;
  let server: McpConnection;

  beforeAll(async () => {
    port = await freePort();
    child = await startEverything(port);
    server = await mcpExecutor({ server: { url: `http://127.0.0.1:${port}/mcp` } });
  });

  afterAll(async () => {
    await server.close();
    child.kill('SIGKILL');
  });

  it('lists its tools and hands on every kind of content', async () => {
    expect(server.executor.owns('get-tiny-image')).toBe(true);
    const image = await server.executor.execute(callOf('get-tiny-image', {}));
    expect(image.output).toHaveProperty('content.1.type', 'image');
    const structured = await server.executor.execute(callOf('get-structured-content', { location: 'Chicago' }));
    expect(structured.output).toHaveProperty('structuredContent.temperature');
  });

  it('reports progress', async () => {
    const seen: unknown[] = [];
    const call = callOf(
      'trigger-long-running-operation',
      { duration: 0.05, steps: 2 },
      { onProgress: (progress) => seen.push(progress) },
    );
    await server.executor.execute(call);
    expect(seen).toEqual([
      { progress: 1, total: 2, fraction: 0.5 },
      { progress: 2, total: 2, fraction: 1 },
    ]);
  });

  it('refuses what the server refuses before it runs', async () => {
    await expect(server.executor.execute(callOf('echo', { message: 1 }))).rejects.toMatchObject({
      message: expect.stringMatching(/invalid/i),
    });
  });

  it('fails when the server dies in the middle of a call, and cannot be reached afterwards', async () => {
    const other = await mcpExecutor({ server: { url: `http://127.0.0.1:${port}/mcp` }, closeTimeoutMs: 100 });
    const started = new Promise<void>((resolve) => {
      const args = { duration: 600, steps: 60_000 };
      const call = callOf('trigger-long-running-operation', args, { onProgress: () => resolve() });
      failing = other.executor.execute(call);
      failing.catch(() => {});
    });
    await started;
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect(failing).rejects.toMatchObject({ code: 'source-lost', outcome: 'unknown' });
    await expect(other.executor.execute(callOf('echo', { message: 'x' }))).rejects.toMatchObject({
      code: 'source-lost',
      outcome: 'not-started',
      message: expect.stringContaining('nobody answers'),
    });
    await other.close();

    // A server that was started anew knows nothing of the session.
    child = await startEverything(port);
    await expect(server.executor.execute(callOf('echo', { message: 'x' }))).rejects.toMatchObject({
      outcome: 'not-started',
      message: expect.stringContaining('connect anew'),
    });
  });
  let failing: Promise<unknown>;
});

describe('a server over HTTP that misbehaves', () => {
  it.each([
    [400, 'refused', 'not-started'],
    [401, 'refused', 'not-started'],
    [404, 'source-lost', 'not-started'],
    [429, 'refused', 'not-started'],
    [500, 'source-lost', 'unknown'],
    [503, 'source-lost', 'unknown'],
  ])('answers HTTP %i: %s, %s', async (status, code, outcome) => {
    await using fixture = await serveHttp(({ response }) => void response.writeHead(status).end('no'));
    await using server = await mcpExecutor({ server: { url: fixture.url } });
    await expect(server.executor.execute(callOf('probe', {}))).rejects.toMatchObject({ code, outcome });
  });

  it('answers something that is no message', async () => {
    await using fixture = await serveHttp(({ response }) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
    });
    await using server = await mcpExecutor({ server: { url: fixture.url } });
    await expect(server.executor.execute(callOf('probe', {}))).rejects.toMatchObject({
      code: 'invalid-result',
      outcome: 'unknown',
    });
  });

  it.each([
    ['in the middle of the answer', ({ response }: Exchange) => void response.socket?.destroy()],
    [
      'in the middle of the stream',
      (exchange: Exchange) => {
        openEventStream(exchange);
        exchange.response.end();
      },
    ],
  ])('hangs up %s', async (_where, onCall) => {
    await using fixture = await serveHttp(onCall);
    await using server = await mcpExecutor({ server: { url: fixture.url } });
    await expect(server.executor.execute(callOf('probe', {}))).rejects.toMatchObject({
      code: 'source-lost',
      outcome: 'unknown',
    });
  });

  it('is told of a cancelled call, and its stream is let go', async () => {
    let started = (): void => {};
    const starting = new Promise<void>((resolve) => {
      started = resolve;
    });
    let released = (): void => {};
    const releasing = new Promise<void>((resolve) => {
      released = resolve;
    });
    await using fixture = await serveHttp((exchange) => {
      if (exchange.message.method !== 'tools/call') return;
      openEventStream(exchange);
      exchange.response.once('close', released);
      started();
    });
    await using server = await mcpExecutor({ server: { url: fixture.url } });
    const controller = new AbortController();
    const failing = server.executor.execute(callOf('probe', {}, { signal: controller.signal }));
    await starting;
    controller.abort();
    await expect(failing).rejects.toMatchObject({ code: 'cancelled', outcome: 'unknown' });
    await releasing;
    expect(fixture.seen).toContain('notifications/cancelled');
  });

  it('sees the headers with every request, and the end of the session', async () => {
    const headers: unknown[] = [];
    const onCall = (exchange: Exchange): void => {
      headers.push(exchange.request.headers['x-team'], exchange.request.headers.authorization);
      answer(exchange, { content: [] });
    };
    await using fixture = await serveHttp(onCall);
    const authProvider = { token: async () => 'token-1' };
    const server = await mcpExecutor({ server: { url: fixture.url, headers: { 'x-team': 'blue' }, authProvider } });
    await server.executor.execute(callOf('probe', {}));
    expect(headers).toEqual(['blue', 'Bearer token-1']);
    await server.close();
    expect(fixture.seen.at(-1)).toBe('DELETE');
    await expect(server.executor.execute(callOf('probe', {}))).rejects.toMatchObject({ outcome: 'not-started' });
  });

  it('is refused at the start without authorization', async () => {
    await using fixture = await serveHttp(() => {});
    fixture.server.removeAllListeners('request');
    fixture.server.on('request', (_request, response) => void response.writeHead(401).end());
    await expect(mcpExecutor({ server: { url: fixture.url } })).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('HTTP 401'),
    });
  });

  it('announces a changed catalogue over its own stream', async () => {
    let stream: ServerResponse | undefined;
    let opened = (): void => {};
    const opening = new Promise<void>((resolve) => {
      opened = resolve;
    });
    await using fixture = await serveHttp(
      () => {},
      (response) => {
        openEventStream({ response });
        stream = response;
        opened();
      },
    );
    await using server = await mcpExecutor({ server: { url: fixture.url } });
    await opening;
    if (stream === undefined) throw new Error('no stream');
    const lists = (): number => fixture.seen.filter((method) => method === 'tools/list').length;
    expect(lists()).toBe(1);
    const listed = new Promise<void>((resolve) => fixture.server.on('request', () => resolve()));
    sendEvent({ response: stream }, { jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    await listed;
    expect(server.executor.specs()).toHaveLength(1);
  });
});
