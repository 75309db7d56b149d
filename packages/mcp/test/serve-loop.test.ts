import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Clock,
  capabilities,
  dispatch,
  type JsonValue,
  systemClock,
  type ToolExecutor,
  ToolFailure,
  type ToolFailureInit,
} from '@pawl/core';
import { type McpConnection, type McpServing, mcpExecutor, serveMcp } from '@pawl/mcp';
import { checkConformance, executorSubject } from '@pawl/testkit';
import { expect, it } from 'vitest';
import { callOf, officialServer, openFixture } from './open-fixture.js';
import { connectHttp, executorOf, free } from './serve-fixture.js';

const overHttp = (executor: ToolExecutor) => serveMcp(executor, { transport: { kind: 'http' }, taint: 'off' });

/** The same tools, asking nobody and requiring nothing. */
const trusting = ({ executor }: McpConnection): ToolExecutor =>
  executorOf([], {
    specs: executor.specs,
    onSpecsChange: executor.onSpecsChange,
    execute: executor.execute,
    preDispatch: async () => ({ verdict: 'allow' }),
  });

it('hands on what no SDK would send, both ways, without a change', async () => {
  await using behind = await openFixture('whole');
  await using serving = await overHttp(trusting(behind));
  await using front = await mcpExecutor({ server: { url: serving.address?.url ?? '' } });
  const listed = ({ executor }: McpConnection) => executor.specs().map((spec) => [spec.name, JSON.stringify(spec)]);
  expect(listed(front).map(([name]) => name)).toEqual(listed(behind).map(([name]) => name));
  // The others have an empty description, which is left out, or promise what MCP cannot.
  expect(listed(front).slice(0, 3)).toEqual(listed(behind).slice(0, 3));
  const outcomeOf = async (executor: ToolExecutor, tool: string, args?: JsonValue, meta?: object): Promise<unknown> => {
    try {
      return (await executor.execute(callOf(tool, args, meta === undefined ? {} : { meta: { ...meta } }))).output;
    } catch (error) {
      // `execute` rejects with nothing else.
      const { code, outcome, output } = error as ToolFailure;
      return { code, outcome, output };
    }
  };
  for (const [tool, args, meta] of [
    ['whole'],
    ['fails'],
    ['unchecked'],
    ['echoes', { __proto__: 1, nested: [null, { deep: 'é\u2028' }] }, { 'example.com/trace': 'abc' }],
    ['errors', { code: -32_602 }],
    ['errors', { code: -32_603 }],
    ['errors', { code: 7 }],
  ] as const) {
    const [ours, theirs] = [
      await outcomeOf(front.executor, tool, args as JsonValue | undefined, meta),
      await outcomeOf(behind.executor, tool, args as JsonValue | undefined, meta),
    ];
    // Over HTTP the official client reads `_meta` before the other members; over stdio the order stays.
    expect(ours).toEqual(theirs);
  }
});

it('tells a client of ours that a call may have run, or did not, where an error result alone says that it failed', async () => {
  const failures = [
    { code: 'source-lost', outcome: 'unknown' },
    { code: 'cancelled', outcome: 'not-started' },
    { code: 'tool-error', outcome: 'failed' },
    { code: 'limit', outcome: 'failed', terminal: true },
    { code: 'invalid-result', outcome: 'unknown', output: { content: [{ type: 'text', text: 'so far' }], later: 2 } },
  ] as const;
  let next = -1;
  const failing = executorOf([free('tool'), free('denied')], {
    preDispatch: async ({ tool }) => (tool === 'denied' ? { verdict: 'deny', reason: 'no' } : { verdict: 'allow' }),
    execute: async () => {
      throw new ToolFailure('no', failures[++next] ?? { code: 'tool-error' });
    },
  });
  await using serving = await overHttp(failing);
  await using front = await mcpExecutor({ server: { url: serving.address?.url ?? '' } });
  for (const { code, outcome, terminal } of failures as readonly ToolFailureInit[]) {
    const said = await front.executor.execute(callOf('tool')).catch((error: unknown) => error);
    expect(said).toMatchObject({ code, outcome, terminal: terminal ?? false });
  }
  const denied = await front.executor.execute(callOf('denied')).catch((error: unknown) => error);
  expect(denied).toMatchObject({ code: 'refused', outcome: 'not-started' });
});

it('hands on progress as the server behind counts it', async () => {
  const server = { command: process.execPath, args: [officialServer('server-everything'), 'stdio'] };
  await using behind = await mcpExecutor({ server });
  await using serving = await overHttp(trusting(behind));
  const client = await connectHttp(serving.address?.url ?? '');
  const seen: unknown[] = [];
  const call = { name: 'trigger-long-running-operation', arguments: { duration: 0.05, steps: 4 } };
  await client.callTool(call, { onprogress: (progress) => seen.push(progress) });
  await client.close();
  expect(seen).toEqual([1, 2, 3, 4].map((progress) => ({ progress, total: 4 })));
});

const open = new Map<ToolExecutor, readonly (McpConnection | McpServing)[]>();
let added = 0;

const subject = executorSubject({
  name: 'mcpExecutor over serveMcp over mcpExecutor',
  cost: 'slow',
  create: async () => {
    const behind = await openFixture('changing');
    const serving = await overHttp(trusting(behind));
    const front = await mcpExecutor({ server: { url: serving.address?.url ?? '' } });
    open.set(front.executor, [front, serving, behind]);
    return front.executor;
  },
  dispose: async (executor) => {
    for (const one of open.get(executor) ?? []) await one.close();
    open.delete(executor);
  },
  sampleCalls: [callOf('constructor', {}), callOf('probe', {})],
  changeCatalogue: async (executor) => {
    const changed = new Promise<void>((resolve) => void executor.onSpecsChange(resolve));
    await executor.execute(callOf('probe', { add: `new-${++added}`, storm: 3 }));
    await changed;
  },
});

it('keeps the laws of the contract from end to end, over stdio and HTTP', async () => {
  const report = await checkConformance(subject, { runs: 10 });
  expect(report.results.flatMap(({ counterexample }) => counterexample?.text ?? [])).toEqual([]);
  expect(report.conformant).toBe(true);
  expect(open.size).toBe(0);
});

it('leaves a withheld file unread for a client that has the name of the tool from elsewhere', async () => {
  const root = await mkdtemp(join(tmpdir(), 'pawl-serve-'));
  await writeFile(join(root, 'a.txt'), 'a');
  const args = [officialServer('server-filesystem'), root];
  const requiredCapabilities = () => capabilities('local-read');
  await using files = await mcpExecutor({ server: { command: process.execPath, args }, requiredCapabilities });
  const withheld = executorOf([free('other')], { execute: files.executor.execute });
  await using serving = await overHttp(withheld);
  const client = await connectHttp(serving.address?.url ?? '');
  const call = { name: 'read_text_file', arguments: { path: join(root, 'a.txt') } };
  await expect(client.callTool(call)).rejects.toMatchObject({ code: -32_602 });
  await client.close();
  const outcome = await dispatch(files.executor, callOf('read_text_file', call.arguments));
  expect(outcome.status).toBe('executed');
  await rm(root, { recursive: true });
});

it('asks again for a changed list that got lost on its way', async () => {
  let specs = [free('one')];
  let change = (): void => {};
  const changing = executorOf([], {
    specs: () => specs,
    onSpecsChange: (listener) => {
      change = listener;
      return () => {};
    },
  });
  let lost = 0;
  await using serving = await overHttp(changing);
  await using front = await mcpExecutor({
    server: {
      url: serving.address?.url ?? '',
      fetch: (url, init) => {
        if (specs[0]?.name === 'one' || lost > 1 || !String(init?.body).includes('tools/list')) return fetch(url, init);
        lost += 1;
        return Promise.reject(new TypeError('fetch failed'));
      },
    },
    // The waits before the list is asked for again are over at once.
    clock: { setTimeout: (callback, ms) => systemClock.setTimeout(callback, ms < 10_000 ? 0 : ms) },
  });
  const told = new Promise<void>((resolve) => void front.executor.onSpecsChange(resolve));
  specs = [free('two')];
  change();
  await told;
  expect(front.executor.specs().map(({ name }) => name)).toEqual(['two']);
  expect(lost).toBe(2);
});

it('does not wait for ever for a tool that does not let go when it closes', async () => {
  let started = (): void => {};
  const running = new Promise<void>((resolve) => {
    started = resolve;
  });
  const deadlines: number[] = [];
  const clock: Clock = {
    setTimeout: (callback, ms) => {
      deadlines.push(ms);
      if (ms === 77) queueMicrotask(callback);
      return () => {};
    },
  };
  const executor = executorOf([free('stubborn')], {
    execute: () => {
      started();
      return new Promise(() => {});
    },
  });
  const serving = await serveMcp(executor, { transport: { kind: 'http' }, closeTimeoutMs: 77, context: { clock } });
  const client = await connectHttp(serving.address?.url ?? '');
  const call = client.callTool({ name: 'stubborn' }).catch(() => 'ended');
  await running;
  await serving.close();
  expect(deadlines).toContain(77);
  await client.close();
  expect(await call).toBe('ended');
});
