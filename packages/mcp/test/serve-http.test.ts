import { request } from 'node:http';
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type HttpServing, type McpServing, type ServeMcpOptions, serveMcp } from '@pawl/mcp';
import { describe, expect, it } from 'vitest';
import { askedClient, connectHttp, executorOf, free } from './serve-fixture.js';

const token = 'a-token-of-sixteen-or-more';

const echo = executorOf([free('echo')], { execute: async ({ session }) => ({ output: session ?? null }) });

const serve = (http: Partial<HttpServing> = {}, options: Partial<ServeMcpOptions> = {}, executor = echo) =>
  serveMcp(executor, { ...options, transport: { kind: 'http', ...http } });

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
};

interface Answered {
  readonly status: number | undefined;
  readonly body: string;
  readonly session: string | undefined;
}

/** A request as a hostile page, or any program, could send it: every header is the caller's. */
const send = (
  { address }: McpServing,
  headers: Readonly<Record<string, string>> = {},
  { method = 'POST', body = JSON.stringify(initialize) as string | undefined, path = '/mcp' } = {},
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        host: address?.host,
        port: address?.port,
        path,
        method,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => {
          const session = response.headers['mcp-session-id'];
          resolve({
            status: response.statusCode,
            body: text,
            session: session === undefined ? undefined : String(session),
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(method === 'POST' ? body : undefined);
  });

describe('who may call over HTTP', () => {
  it('is this machine alone, by default', async () => {
    await using serving = await serve();
    expect(serving.address?.host).toBe('127.0.0.1');
    expect((await send(serving)).status).toBe(200);
  });

  it.each(['evil.example', 'evil.example:80', 'localhost.evil.example', '127.0.0.1.nip.io', '0.0.0.0'])(
    'is nobody who asks for the host %j',
    async (host) => {
      await using serving = await serve();
      expect((await send(serving, { host })).status).toBe(403);
    },
  );

  it('is no page of another origin, also from this machine', async () => {
    await using serving = await serve({ allowedOrigins: ['https://app.example'] });
    const port = serving.address?.port;
    const statusFor = async (origin: string, host = `127.0.0.1:${port}`) =>
      (await send(serving, { origin, host })).status;
    expect(await statusFor('https://evil.example')).toBe(403);
    expect(await statusFor('null')).toBe(403);
    expect(await statusFor('http://127.0.0.1:1')).toBe(403);
    expect(await statusFor(`http://127.0.0.1:${port}.evil.example`)).toBe(403);
    expect(await statusFor('http://evil.example:80', 'evil.example:80')).toBe(403);
    expect(await statusFor('https://app.example.evil.example')).toBe(403);
    expect(await statusFor('https://app.example')).toBe(200);
    expect(await statusFor(`http://127.0.0.1:${port}`)).toBe(200);
    expect(await statusFor(`http://localhost:${port}`, `localhost:${port}`)).toBe(200);
  });

  it('is whoever has the token, where there is one', async () => {
    await using serving = await serve({ token });
    for (const authorization of [
      '',
      'Bearer',
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `Basic ${token}`,
      token,
    ]) {
      expect((await send(serving, { authorization })).status).toBe(401);
    }
    expect((await send(serving, {})).status).toBe(401);
    expect((await send(serving, { authorization: `Bearer ${token}` })).status).toBe(200);
    // Also for a session that somebody else opened.
    const { session } = await send(serving, { authorization: `Bearer ${token}` });
    expect((await send(serving, { 'mcp-session-id': String(session) }, { method: 'DELETE' })).status).toBe(401);
  });

  it('needs a token beyond loopback', async () => {
    await expect(serve({ host: '0.0.0.0' })).rejects.toThrow(/token/);
    await expect(serve({ host: '::' })).rejects.toThrow(/token/);
    await expect(serve({ host: '0.0.0.0', token: 'short' })).rejects.toThrow(/16 characters/);
    await expect(serve({ host: 'example.com', token })).rejects.toThrow(/host/);
    await using serving = await serve({ host: '0.0.0.0', token, allowedHosts: ['tools.example'] });
    const authorization = `Bearer ${token}`;
    expect((await send(serving, { authorization, host: 'tools.example:1' })).status).toBe(200);
    expect((await send(serving, { authorization, host: 'other.example' })).status).toBe(403);
  });
});

describe('what an HTTP endpoint takes', () => {
  it('is its own path, and bodies of a bounded size', async () => {
    await using serving = await serve({ maxBodyBytes: 1_000 });
    expect((await send(serving, {}, { path: '/' })).status).toBe(404);
    expect((await send(serving, {}, { path: '/mcp/../x' })).status).toBe(404);
    expect((await send(serving, {}, { body: JSON.stringify({ ...initialize, x: 'x'.repeat(1_000) }) })).status).toBe(
      413,
    );
    expect((await send(serving, {}, { body: '{' })).status).toBe(400);
    expect((await send(serving, {}, { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }) })).status).toBe(
      400,
    );
    expect((await send(serving, {}, { method: 'PUT' })).status).toBe(405);
    expect((await send(serving, { 'mcp-session-id': 'invented' })).status).toBe(404);
  });

  it('ends the session that has been idle longest when there are too many', async () => {
    const ended: string[] = [];
    await using serving = await serve({ maxSessions: 2 }, { onSessionEnd: (id) => void ended.push(id) });
    const [one, two] = [(await send(serving)).session, (await send(serving)).session];
    const ping = { body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' }) };
    expect((await send(serving, { 'mcp-session-id': String(one) }, ping)).status).toBe(200);
    await send(serving);
    expect(ended).toEqual([two]);
  });
});

describe('sessions over HTTP', () => {
  it('are kept apart, and end with DELETE', async () => {
    const ended: string[] = [];
    await using serving = await serve({ token }, { onSessionEnd: (id) => void ended.push(id) });
    const authorization = { authorization: `Bearer ${token}` };
    const url = serving.address?.url ?? '';
    const [ann, bob] = [await connectHttp(url, authorization), await connectHttp(url, authorization)];
    const sessionOf = async (client: typeof ann) => (await client.callTool({ name: 'echo' })).content;
    const [first, second] = [await sessionOf(ann), await sessionOf(bob)];
    expect(first).not.toEqual(second);
    expect(await sessionOf(ann)).toEqual(first);
    // The transport that `connectHttp` made.
    await (ann.transport as StreamableHTTPClientTransport).terminateSession();
    expect(ended).toEqual([(first as { text: string }[])[0]?.text]);
    expect(await sessionOf(bob)).toEqual(second);
    await Promise.all([ann.close(), bob.close()]);
  });

  it('ask their own user, report progress and can be cancelled', async () => {
    let stopped = (): void => {};
    const aborted = new Promise<void>((resolve) => {
      stopped = resolve;
    });
    const executor = executorOf([free('write', { annotations: {} }), free('wait')], {
      execute: ({ tool, onProgress, signal }) => {
        onProgress?.({ fraction: 0.5 });
        if (tool === 'write') return Promise.resolve({ output: 'written' });
        return new Promise(() => signal?.addEventListener('abort', stopped));
      },
    });
    await using serving = await serve({}, {}, executor);
    const { client, asked } = askedClient({ action: 'accept', content: {} });
    await connectHttp(serving.address?.url ?? '', {}, client);
    const seen: unknown[] = [];
    const stop = new AbortController();
    expect(await client.callTool({ name: 'write' }, { onprogress: (p) => seen.push(p) })).not.toHaveProperty('isError');
    expect(asked).toHaveLength(1);
    expect(seen).toEqual([{ progress: 0.5, total: 1 }]);
    const waiting = client.callTool({ name: 'wait' }, { signal: stop.signal, onprogress: () => stop.abort() });
    await expect(waiting).rejects.toThrow();
    await aborted;
    await client.close();
  });

  it('hear once of a change, also of one while nobody listened', async () => {
    let specs = [free('one')];
    let change = (): void => {};
    const executor = executorOf([], {
      specs: () => specs,
      onSpecsChange: (listener) => {
        change = listener;
        return () => {};
      },
    });
    await using serving = await serve({}, {}, executor);
    const { session } = await send(serving);
    const headers = { 'mcp-session-id': String(session) };
    await send(serving, headers, { body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }) });
    specs = [free('two')];
    change();
    const stream = await fetch(serving.address?.url ?? '', { headers: { ...headers, accept: 'text/event-stream' } });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('notifications/tools/list_changed');
    specs = [free('three')];
    change();
    const next = (await reader?.read())?.value ?? '';
    expect(next.match(/list_changed/g)).toHaveLength(1);
    await reader?.cancel();
  });

  it('hear again of a change that was told into a stream that broke, unless they have read the list since', async () => {
    let change = (): void => {};
    const executor = executorOf([free('one')], {
      onSpecsChange: (listener) => {
        change = listener;
        return () => {};
      },
    });
    await using serving = await serve({}, {}, executor);
    const { session } = await send(serving);
    const headers = { 'mcp-session-id': String(session) };
    const post = (method: string, id?: number) =>
      send(serving, headers, { body: JSON.stringify({ jsonrpc: '2.0', method, ...(id === undefined ? {} : { id }) }) });
    await post('notifications/initialized');
    const listen = async () => {
      // The server has to notice first that the stream before is gone.
      for (;;) {
        const stream = await fetch(serving.address?.url ?? '', {
          headers: { ...headers, accept: 'text/event-stream' },
        });
        if (stream.status === 200) return stream.body?.pipeThrough(new TextDecoderStream()).getReader();
        await stream.body?.cancel();
      }
    };
    const broken = await listen();
    change();
    await broken?.cancel();
    const again = await listen();
    expect((await again?.read())?.value).toContain('notifications/tools/list_changed');
    await post('tools/list', 2);
    await again?.cancel();
    const quiet = await listen();
    const heard: Promise<string | undefined> | undefined = quiet?.read().then(({ value }) => value);
    await post('tools/list', 3);
    change();
    expect((await heard)?.match(/list_changed/g)).toHaveLength(1);
    const nothing = Symbol('nothing');
    const more = quiet?.read();
    await post('tools/list', 4);
    expect(await Promise.race([more, Promise.resolve(nothing)])).toBe(nothing);
    await quiet?.cancel();
  });

  it('end, their calls cancelled, when the serving closes', async () => {
    let started = (): void => {};
    const running = new Promise<void>((resolve) => {
      started = resolve;
    });
    let cancelled = false;
    const executor = executorOf([free('wait')], {
      execute: ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => {
            cancelled = true;
            reject(new Error('stopped'));
          });
          started();
        }),
    });
    const serving = await serve({}, {}, executor);
    const client = await connectHttp(serving.address?.url ?? '');
    const call = client.callTool({ name: 'wait' }).catch(() => 'ended');
    await running;
    await serving.close();
    expect(cancelled).toBe(true);
    await client.close();
    expect(await call).toBe('ended');
    await expect(fetch(serving.address?.url ?? '')).rejects.toThrow();
  });
});
