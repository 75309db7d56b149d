import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { ToolFailure } from '@pawl/core';
import { describe, expect, it } from 'vitest';
import { serveTools } from './serve-tools.js';
import type { ServedTools } from './served-tool.js';

const serve = (tools: ServedTools) => {
  const input = new PassThrough();
  const output = new PassThrough();
  const done = serveTools(tools, { input, output });
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  return {
    done,
    input,
    send: (message: object) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    execute: (tool: string, params: object = {}) =>
      input.write(
        `${JSON.stringify({ jsonrpc: '2.0', id: 'r', method: 'tools.execute', params: { tool, request_id: 'r', ...params } })}\n`,
      ),
    next: async (): Promise<unknown> => {
      const { value } = await lines.next();
      return JSON.parse(String(value));
    },
  };
};

describe('serveTools', () => {
  it('answers with an envelope, mutations included', async () => {
    const { execute, next } = serve({
      add: (args, { mutate, params }) => {
        mutate({ last: 3 });
        return [args as object as [], params['session_id'] ?? null];
      },
    });
    execute('add', { parameters: { a: 1 }, session_id: 's' });
    expect(await next()).toEqual({
      jsonrpc: '2.0',
      id: 'r',
      result: { output: [{ a: 1 }, 's'], mutations: { last: 3 } },
    });
  });

  it('answers null for a tool that returns nothing', async () => {
    const { execute, next } = serve({ nothing: () => undefined });
    execute('nothing');
    expect(await next()).toMatchObject({ result: { output: null } });
  });

  it('sends what a generator yields only where a stream is wanted', async () => {
    const { execute, next } = serve({
      count: async function* () {
        yield 'one';
        yield { n: 2 };
        return 'all';
      },
    });
    execute('count', { stream: true });
    expect(await next()).toMatchObject({ params: { request_id: 'r', chunk: { kind: 'text', text: 'one' } } });
    expect(await next()).toMatchObject({ method: 'tools.chunk', params: { chunk: { kind: 'data', data: { n: 2 } } } });
    expect(await next()).toMatchObject({ id: 'r', result: { output: 'all' } });
    execute('count');
    expect(await next()).toMatchObject({ id: 'r', result: { output: 'all' } });
  });

  it('carries a ToolFailure whole, and of any other error the message alone', async () => {
    const failure = Object.assign(
      new ToolFailure('used up', { code: 'quota', terminal: true, outcome: 'not-started', output: 1 }),
      { resetAt: 'noon' },
    );
    const { execute, next } = serve({
      quota: () => Promise.reject(failure),
      broken: () => {
        throw new Error('broken');
      },
    });
    execute('quota');
    expect(await next()).toMatchObject({
      error: {
        code: -32000,
        message: 'used up',
        data: { code: 'quota', terminal: true, outcome: 'not-started', output: 1, resetAt: 'noon' },
      },
    });
    execute('broken');
    expect(await next()).toEqual({ jsonrpc: '2.0', id: 'r', error: { code: -32000, message: 'broken' } });
  });

  it('refuses names and methods that it does not have, those of Object.prototype too', async () => {
    const { execute, send, next } = serve({});
    execute('toString');
    expect(await next()).toMatchObject({ error: { code: -32601, message: 'there is no tool "toString" here' } });
    send({ id: 1, method: 'ping' });
    expect(await next()).toMatchObject({ id: 1, error: { code: -32601 } });
  });

  it('aborts a call that is cancelled, and every call when its input ends', async () => {
    const { execute, send, next, input, done } = serve(
      new Map([
        [
          '__proto__',
          (_args: unknown, { signal, progress }: { signal: AbortSignal; progress: (p: object) => void }) =>
            new Promise<string>((resolve) => {
              signal.addEventListener('abort', () => resolve('stopped'));
              progress({ message: 'running' });
            }),
        ],
      ]),
    );
    execute('__proto__');
    expect(await next()).toMatchObject({ method: 'tools.progress', params: { request_id: 'r', message: 'running' } });
    send({ method: 'tools.cancel', params: { request_id: 'r' } });
    expect(await next()).toMatchObject({ id: 'r', result: { output: 'stopped' } });
    execute('__proto__');
    await next();
    input.end();
    expect(await next()).toMatchObject({ id: 'r', result: { output: 'stopped' } });
    await done;
  });
});
