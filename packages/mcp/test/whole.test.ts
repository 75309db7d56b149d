import { dispatch, type ToolStreamChunk, toolCall } from '@pawl/core';
import type { McpConnection, McpWarning } from '@pawl/mcp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, openFixture } from './open-fixture.js';

describe('a server that sends what no SDK knows', () => {
  let server: McpConnection;
  const warnings: McpWarning[] = [];

  beforeAll(async () => {
    server = await openFixture('whole', { workspace: 'none', onWarning: (warning) => warnings.push(warning) });
  });

  afterAll(() => server.close());

  it('keeps every member of a listed tool, save a word on approvals that is not the server’s to say', () => {
    expect(server.executor.specs()[0]).toEqual({
      name: 'whole',
      title: 'Whole',
      description: '',
      inputSchema: { type: 'object', 'x-later': 1 },
      outputSchema: { type: 'object', properties: { answer: { type: 'number' } }, required: ['answer'] },
      annotations: { readOnlyHint: true, openWorldHint: false, laterHint: 'kept' },
      icons: [{ src: 'data:image/png;base64,AAAA' }],
      execution: { taskSupport: 'optional' },
      meta: { 'example.com/owner': 'me' },
      later: [1],
    });
    expect(server.executor.cacheableApproval('whole')).toBe(false);
    expect(server.executor.ingestsUntrustedContent('whole')).toBe(false);
    expect(server.executor.ingestsUntrustedContent('fails')).toBe(true);
    expect(server.instructions).toBe('be nice');
  });

  it('leaves out a tool that has no name, and says so', () => {
    expect(server.executor.specs()).toHaveLength(9);
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'catalogue' }));
  });

  it('hands on a result as it came: unknown blocks, unknown members, structured content, _meta', async () => {
    const { output } = await server.executor.execute(callOf('whole', {}));
    expect(output).toEqual({
      content: [
        { type: 'text', text: 'hello', annotations: { audience: ['user'], later: 1 }, later: true },
        { type: 'hologram', data: [1, 2, 3] },
        { type: 'image', data: 'AAAA', mimeType: 'image/png', later: {} },
      ],
      structuredContent: { answer: 42 },
      resultType: 'complete',
      later: { unknown: 'kept' },
      _meta: { 'example.com/trace': 'abc' },
    });
  });

  it('fails with the whole content of a result that says isError', async () => {
    const failure = server.executor.execute(callOf('fails', {}));
    await expect(failure).rejects.toMatchObject({
      code: 'tool-error',
      outcome: 'failed',
      message: 'fails failed: hello',
      output: { isError: true, structuredContent: { answer: 42 }, later: { unknown: 'kept' } },
    });
  });

  it('fails where structured content is not what the outputSchema promises, and keeps it', async () => {
    await expect(server.executor.execute(callOf('lies', {}))).rejects.toMatchObject({
      code: 'invalid-result',
      outcome: 'unknown',
      output: { structuredContent: { answer: 'forty-two' } },
    });
  });

  it('does not hold a result against an outputSchema that cannot be compiled, and says so', async () => {
    const { output } = await server.executor.execute(callOf('unchecked', {}));
    expect(output).toHaveProperty('content.0.text', 'fine');
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'output-schema' }));
  });

  it('sends arguments and meta as they are, and no progress token of the caller’s', async () => {
    const meta = { 'example.com/tags': ['a'], progressToken: 0 };
    const { output } = await server.executor.execute(callOf('echoes', { n: [null] }, { meta }));
    expect(output).toHaveProperty('params', {
      name: 'echoes',
      arguments: { n: [null] },
      _meta: { 'example.com/tags': ['a'] },
    });
    const bare = await server.executor.execute(callOf('echoes'));
    expect(bare.output).toHaveProperty('params', { name: 'echoes' });
  });

  it.each([null, 'text', [1]])('refuses arguments that are no object: %j', async (args) => {
    await expect(server.executor.execute(callOf('echoes', args))).rejects.toMatchObject({
      code: 'invalid-arguments',
      outcome: 'not-started',
    });
  });

  it('reports all progress, the last too, whole, with a fraction where there is a total', async () => {
    const seen: unknown[] = [];
    const onProgress = (progress: unknown): void => void seen.push(progress);
    await server.executor.execute(callOf('progresses', { total: true }, { onProgress }));
    expect(seen).toEqual([
      { progress: 1, total: 4, fraction: 0.25, message: 'step 1' },
      { progress: 2, total: 4, fraction: 0.5, message: 'step 2' },
      { progress: 4, total: 4, fraction: 1, message: 'step 4' },
    ]);
    seen.length = 0;
    await server.executor.execute(callOf('progresses', {}, { onProgress }));
    expect(seen).toEqual([1, 2, 4].map((progress) => ({ progress, message: `step ${progress}` })));
  });

  it('is not disturbed by a progress callback that throws', async () => {
    const onProgress = (): void => {
      throw new Error('mine');
    };
    const { output } = await server.executor.execute(callOf('progresses', {}, { onProgress }));
    expect(output).toHaveProperty('content.0.text', 'done');
  });

  it('streams progress and then the whole result, once', async () => {
    const chunks: ToolStreamChunk[] = [];
    for await (const chunk of await server.executor.executeStream(callOf('progresses', { total: true }))) {
      chunks.push(chunk);
    }
    expect(chunks.map(({ kind }) => kind)).toEqual(['progress', 'progress', 'progress', 'done']);
    expect(chunks[3]).toHaveProperty('result.output.content.0.text', 'done');
  });

  it('streams a failure as its last chunk', async () => {
    const chunks: ToolStreamChunk[] = [];
    for await (const chunk of await server.executor.executeStream(callOf('fails', {}))) chunks.push(chunk);
    expect(chunks).toMatchObject([{ kind: 'error', failure: { code: 'tool-error' } }]);
  });

  it('runs nothing for a stream that is left before it is read', async () => {
    const stream = await server.executor.executeStream(callOf('waits', {}));
    const iterator = stream[Symbol.asyncIterator]();
    await iterator.return?.();
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it.each([
    [-32602, 'invalid-arguments', 'not-started'],
    [-32601, 'tool-error', 'not-started'],
    [-32603, 'tool-error', 'failed'],
    [-32042, 'tool-error', 'failed'],
    [7, 'tool-error', 'failed'],
  ])('makes JSON-RPC error %i a failure %s, %s, with its data', async (code, expected, outcome) => {
    await expect(server.executor.execute(callOf('errors', { code }))).rejects.toMatchObject({
      code: expected,
      outcome,
      message: expect.stringContaining('no such luck'),
      output: { code, message: 'no such luck', data: { hint: 'try later' } },
    });
  });

  it('answers an unknown name without asking the server', async () => {
    const unknown = { code: 'unknown-tool', outcome: 'not-started' };
    await expect(server.executor.execute(callOf('toString', {}))).rejects.toMatchObject(unknown);
    await expect(server.executor.executeStream(callOf('toString', {}))).rejects.toMatchObject(unknown);
  });

  it('tells the server that a call was cancelled, without the caller’s reason', async () => {
    const controller = new AbortController();
    const failing = server.executor.execute(callOf('waits', {}, { signal: controller.signal }));
    controller.abort(new Error('secret'));
    await expect(failing).rejects.toMatchObject({ code: 'cancelled', outcome: 'unknown' });
    const { output } = await server.executor.execute(callOf('last', {}));
    expect(output).toHaveProperty('content.0.text', 'nobody waits for the result any more');
  });

  it('tells the server that a stream was left', async () => {
    const stream = await server.executor.executeStream(callOf('waits', {}));
    const iterator = stream[Symbol.asyncIterator]();
    const next = iterator.next();
    await iterator.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
    const { output } = await server.executor.execute(callOf('last', {}));
    expect(output).toHaveProperty('content.0.text', 'nobody waits for the result any more');
  });

  it('does not start a call whose signal is aborted already', async () => {
    const call = callOf('waits', {}, { signal: AbortSignal.abort() });
    await expect(server.executor.execute(call)).rejects.toMatchObject({ code: 'cancelled', outcome: 'not-started' });
  });

  it('is stopped at the deadline of dispatch, and the server is told', async () => {
    let ring = (): void => {};
    const clock = {
      setTimeout: (callback: () => void, ms: number) => {
        if (ms === 12_345) ring = callback;
        return () => {};
      },
    };
    const init = { id: 'late', tool: 'waits', args: {}, timeoutMs: 12_345 };
    const asked = await dispatch(server.executor, init, { clock });
    if (asked.status !== 'pending') throw new Error(asked.status);
    // Over the same pipe, so it is answered after the call has arrived.
    const running = dispatch(server.executor, init, { clock, approved: asked.request });
    await server.executor.execute(callOf('echoes', {}));
    ring();
    expect(await running).toMatchObject({ status: 'failed', failure: { code: 'timeout', outcome: 'unknown' } });
    const { output } = await server.executor.execute(callOf('last', {}));
    expect(output).toHaveProperty('content.0.text', 'nobody waits for the result any more');
  });

  it('lets a worker share it once the operator says that there is no workspace', async () => {
    const scope = { workerId: 'w', shareIn: [], ceiling: { allow: [], maxFiles: 0, maxBytes: 0 } };
    expect(await server.executor.forWorker(scope)).toEqual({ kind: 'no-workspace' });
  });

  it('fails what is under way when it is closed, and what comes after, at once', async () => {
    const closing = await openFixture('whole');
    const running = closing.executor.execute(callOf('waits', {}));
    const failed = expect(running).rejects.toMatchObject({ code: 'source-lost', outcome: 'unknown' });
    await closing.close();
    await failed;
    await closing.close();
    await expect(closing.executor.execute(toolCall({ id: '1', tool: 'echoes' }))).rejects.toMatchObject({
      code: 'source-lost',
      outcome: 'not-started',
      message: expect.stringContaining('closed by this client'),
    });
  });
});

describe('the deadline of a call that no dispatch watches', () => {
  it('ends the call, a second late at most, by the injected clock', async () => {
    const timers = new Map<number, () => void>();
    const clock = {
      setTimeout: (callback: () => void, ms: number) => {
        timers.set(ms, callback);
        return () => void timers.delete(ms);
      },
    };
    const server = await openFixture('whole', { clock, closeTimeoutMs: 77 });
    const failing = server.executor.execute(callOf('waits', {}, { timeoutMs: 500 }));
    timers.get(1500)?.();
    await expect(failing).rejects.toMatchObject({ code: 'timeout', outcome: 'unknown' });
    await server.close();
  });
});
