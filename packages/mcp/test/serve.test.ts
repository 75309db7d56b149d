import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import {
  type ApprovalRequest,
  allow,
  capabilities,
  type JsonValue,
  NONE,
  requireApproval,
  type ToolCall,
  ToolFailure,
  type ToolSpec,
} from '@pawl/core';
import { describe, expect, it } from 'vitest';
import { askedClient, executorOf, free, type Served, serveTo } from './serve-fixture.js';

const lastResult = ({ sent }: Pick<Served, 'sent'>): unknown =>
  sent.flatMap((message: JSONRPCMessage) => ('result' in message ? [message.result] : [])).at(-1);

/** Calls without the official client's reading of the result. */
const rawCall = async (served: Served, name: string, args?: unknown): Promise<unknown> => {
  await served.client.callTool({ name, ...(args === undefined ? {} : { arguments: args as object }) } as never);
  return lastResult(served);
};

const returning = (output: JsonValue, spec: Partial<ToolSpec> = {}) =>
  executorOf([free('tool', spec)], { execute: async () => ({ output }) });

describe('what a client is listed', () => {
  it('is every member of a spec, unknown ones too, and any name', async () => {
    const specs = [
      free('constructor', {
        title: 'Made',
        outputSchema: { type: 'object', 'x-later': 1 },
        meta: { 'example.com/a': 1 },
        cacheableApproval: true,
        ...{ icons: [{ src: 'data:,' }], later: [1] },
      }),
      free('__proto__', { description: '', outputSchema: { type: 'number' } }),
    ];
    await using served = await serveTo(executorOf(specs));
    await served.client.request({ method: 'tools/list' });
    expect(lastResult(served)).toEqual({
      tools: [
        {
          name: 'constructor',
          description: 'does constructor',
          inputSchema: { type: 'object' },
          annotations: { readOnlyHint: true, openWorldHint: false },
          title: 'Made',
          outputSchema: { type: 'object', 'x-later': 1 },
          _meta: { 'example.com/a': 1 },
          icons: [{ src: 'data:,' }],
          later: [1],
        },
        // An output schema that is not of an object would make the official clients refuse the whole list.
        {
          name: '__proto__',
          inputSchema: { type: 'object' },
          annotations: { readOnlyHint: true, openWorldHint: false },
        },
      ],
    });
    expect(await rawCall(served, '__proto__', { a: 1 })).toEqual({ content: [{ type: 'text', text: '{"a":1}' }] });
  });

  it('is told of one change exactly once', async () => {
    let specs = [free('one')];
    const listeners = new Set<() => void>();
    const executor = executorOf([], {
      specs: () => specs,
      onSpecsChange: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    });
    const served = await serveTo(executor);
    specs = [free('one'), free('two')];
    for (const listener of listeners) listener();
    expect((await served.client.listTools()).tools.map(({ name }) => name)).toEqual(['one', 'two']);
    const changes = served.sent.filter((m) => 'method' in m && m.method === 'notifications/tools/list_changed');
    expect(changes).toHaveLength(1);
    await served[Symbol.asyncDispose]();
    expect(listeners.size).toBe(0);
  });
});

describe('what a client gets back', () => {
  it('is a result of MCP as it is, whatever it holds', async () => {
    const whole = {
      content: [
        { type: 'text', text: 'hello', later: true },
        { type: 'hologram', data: [1, 2] },
      ],
      structuredContent: { answer: 42 },
      resultType: 'complete',
      later: { unknown: 'kept' },
      _meta: { 'example.com/trace': 'abc' },
    };
    await using served = await serveTo(returning(whole));
    await served.client.callTool({ name: 'tool' }).catch(() => {});
    expect(JSON.stringify(lastResult(served))).toBe(JSON.stringify(whole));
  });

  it('is anything else as text, and structured where the tool promises an object', async () => {
    await using text = await serveTo(returning('plain'));
    expect(await rawCall(text, 'tool')).toEqual({ content: [{ type: 'text', text: 'plain' }] });
    await using object = await serveTo(returning({ a: 1 }, { outputSchema: { type: 'object' } }));
    expect(await rawCall(object, 'tool')).toEqual({
      content: [{ type: 'text', text: '{"a":1}' }],
      structuredContent: { a: 1 },
    });
  });

  it('has the notes of the layers before it, for the model alone', async () => {
    const executor = executorOf([free('tool')], {
      preDispatch: async () => ({ verdict: 'allow', notes: ['mind the gap'] }),
    });
    await using served = await serveTo(executor);
    expect(await rawCall(served, 'tool', {})).toEqual({
      content: [
        { type: 'text', text: 'mind the gap', annotations: { audience: ['assistant'] } },
        { type: 'text', text: '{}' },
      ],
    });
  });

  it('is an error result, whole where the failure has one', async () => {
    const output = { content: [{ type: 'text', text: 'no' }], isError: true, structuredContent: { why: 1 }, later: 2 };
    const failing = (failure: ToolFailure) =>
      executorOf([free('tool')], {
        execute: async () => {
          throw failure;
        },
      });
    await using whole = await serveTo(failing(new ToolFailure('no', { code: 'tool-error', output })));
    expect(await rawCall(whole, 'tool')).toEqual(output);
    await using plain = await serveTo(failing(new ToolFailure('it broke', { code: 'tool-error' })));
    expect(await rawCall(plain, 'tool')).toEqual({ content: [{ type: 'text', text: 'it broke' }], isError: true });
    await using late = await serveTo(failing(new ToolFailure('late', { code: 'timeout', outcome: 'unknown' })));
    expect(await rawCall(late, 'tool')).toEqual({
      content: [{ type: 'text', text: 'late' }],
      isError: true,
      _meta: { 'pawl/failure': { code: 'timeout', outcome: 'unknown' } },
    });
    const refused = { code: -32_602, message: 'bad path', data: { at: 'path' } };
    await using behind = await serveTo(failing(new ToolFailure('no', { code: 'invalid-arguments', output: refused })));
    await expect(behind.client.callTool({ name: 'tool' })).rejects.toMatchObject(refused);
  });

  it('is the error of the protocol for a name that is not listed', async () => {
    const executor = executorOf([free('listed')], { owns: () => true });
    await using served = await serveTo(executor);
    await expect(served.client.callTool({ name: 'hidden' })).rejects.toMatchObject({ code: -32_602 });
  });

  it('says of a refused call that nothing ran', async () => {
    let ran = 0;
    const executor = executorOf([free('tool')], {
      preDispatch: async () => ({ verdict: 'deny', reason: 'not on a Sunday' }),
      execute: async () => ({ output: ++ran }),
    });
    await using served = await serveTo(executor);
    const text = 'tool was refused and did not run: not on a Sunday';
    expect(await rawCall(served, 'tool')).toEqual({
      content: [{ type: 'text', text }],
      isError: true,
      _meta: { 'pawl/failure': { code: 'refused', outcome: 'not-started' } },
    });
    expect(ran).toBe(0);
  });
});

describe('what reaches the tool', () => {
  it('is the call whole: arguments, metadata, session, and no token of progress', async () => {
    const calls: ToolCall[] = [];
    const executor = executorOf([free('tool')], {
      execute: async (call) => {
        calls.push(call);
        return { output: null };
      },
    });
    await using served = await serveTo(executor, { newSessionId: () => 'session-1', caller: 'ann' });
    const _meta = { 'example.com/a': 1, 'io.modelcontextprotocol/protocolVersion': 'kept' };
    await served.client.callTool({ name: 'tool', _meta });
    await served.client.callTool({ name: 'tool', arguments: { a: '\u202e' } });
    expect(calls[0]).toMatchObject({ id: 'session-1/1', session: 'session-1', caller: 'ann', meta: _meta });
    expect(calls[0]).not.toHaveProperty('args');
    expect(calls[0]?.onProgress).toBeUndefined();
    expect(calls[1]?.args).toEqual({ a: '\u202e' });
    await expect(served.client.callTool({ name: 'tool', arguments: { a: '\ud800' } })).rejects.toMatchObject({
      code: -32_602,
    });
    expect(calls).toHaveLength(2);
  });

  it('reports progress, none of it after the result', async () => {
    const executor = executorOf([free('tool')], {
      execute: async ({ onProgress }) => {
        onProgress?.({ fraction: 0.25, message: 'a quarter' });
        onProgress?.({ fraction: 1 });
        return { output: 'done' };
      },
    });
    await using served = await serveTo(executor);
    const seen: unknown[] = [];
    await served.client.callTool({ name: 'tool' }, { onprogress: (progress) => seen.push(progress) });
    expect(seen).toEqual([
      { progress: 0.25, total: 1, message: 'a quarter' },
      { progress: 1, total: 1 },
    ]);
  });

  it('is cancelled when the client cancels, and when it leaves', async () => {
    const started: ((call: ToolCall) => void)[] = [];
    const executor = executorOf([free('tool')], {
      execute: (call) =>
        new Promise((_, reject) => {
          call.signal?.addEventListener('abort', () => reject(new ToolFailure('stopped', { code: 'cancelled' })));
          started.shift()?.(call);
        }),
    });
    const nextStart = () => new Promise<ToolCall>((resolve) => void started.push(resolve));
    const served = await serveTo(executor);
    const stop = new AbortController();
    const first = nextStart();
    const cancelled = served.client.callTool({ name: 'tool' }, { signal: stop.signal }).catch(() => 'cancelled');
    const { signal } = await first;
    const aborted = new Promise((resolve) => signal?.addEventListener('abort', resolve));
    stop.abort();
    await aborted;
    expect(await cancelled).toBe('cancelled');
    const second = nextStart();
    const left = served.client.callTool({ name: 'tool' }).catch(() => 'left');
    const call = await second;
    await served[Symbol.asyncDispose]();
    expect(await left).toBe('left');
    expect(call.signal?.aborted).toBe(true);
  });
});

describe('a call that needs a person', () => {
  const asking = (rest: Partial<ToolSpec> = {}) => {
    const ran: unknown[] = [];
    const executor = executorOf([free('write', { annotations: {}, ...rest })], {
      preDispatch: async () => ({ ...requireApproval('it writes'), args: { path: 'b' } }),
      execute: async ({ args }) => {
        ran.push(args);
        return { output: 'written' };
      },
    });
    return { executor, ran };
  };

  it('is refused, clearly, where the client cannot ask', async () => {
    const { executor, ran } = asking();
    await using served = await serveTo(executor);
    const result = await served.client.callTool({ name: 'write', arguments: { path: 'a' } });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('elicitation') }] });
    expect(ran).toEqual([]);
  });

  it('shows the arguments that will run, and runs just these after a yes', async () => {
    const { executor, ran } = asking();
    const { client, asked } = askedClient({ action: 'accept', content: {} });
    await using served = await serveTo(executor, {}, client);
    expect(await rawCall(served, 'write', { path: 'a' })).toEqual({ content: [{ type: 'text', text: 'written' }] });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.message).toContain('"write"');
    expect(asked[0]?.message).toContain('it writes');
    expect(asked[0]?.message).toContain('"path": "b"');
    expect(asked[0]?.message).not.toContain('"a"');
    expect(ran).toEqual([{ path: 'b' }]);
  });

  it.each([[{ action: 'decline' }], [{ action: 'cancel' }], [{ action: 'whatever' }], [{}]])(
    'is refused after %j',
    async (answer) => {
      const { executor, ran } = asking();
      const { client } = askedClient(answer);
      await using served = await serveTo(executor, {}, client);
      expect(await served.client.callTool({ name: 'write' })).toMatchObject({ isError: true });
      expect(ran).toEqual([]);
    },
  );

  it('may be remembered for longer only where the tool allows it and the operator keeps it', async () => {
    const kept: [string, string][] = [];
    const onApproval = (request: ApprovalRequest, scope: string) => void kept.push([request.tool, scope]);
    const answer = { action: 'accept', content: { remember: 'session' } };
    for (const [spec, options] of [
      [{ cacheableApproval: true }, { onApproval }],
      [{}, { onApproval }],
      [{ cacheableApproval: true }, {}],
    ] as const) {
      const { client, asked } = askedClient(answer);
      await using served = await serveTo(asking(spec).executor, options, client);
      await served.client.callTool({ name: 'write' });
      kept.push([
        'asked for a scope',
        String('remember' in Object(Reflect.get(Object(asked[0]?.requestedSchema), 'properties'))),
      ]);
    }
    expect(kept).toEqual([
      ['write', 'session'],
      ['asked for a scope', 'true'],
      ['write', 'once'],
      ['asked for a scope', 'false'],
      ['asked for a scope', 'false'],
    ]);
  });

  it('cannot hide behind characters that a person does not see', async () => {
    const executor = executorOf([free('write', { annotations: {} })]);
    const { client, asked } = askedClient({ action: 'decline' });
    await using served = await serveTo(executor, {}, client);
    await served.client.callTool({ name: 'write', arguments: { path: 'a\u202eb\u200bc' } });
    expect(asked[0]?.message).toContain('a\\u{202e}b\\u{200b}c');
    const forged = executorOf([free('write', { annotations: {} })], {
      preDispatch: async () => requireApproval('fine\nArguments: none'),
    });
    const second = askedClient({ action: 'decline' });
    await using other = await serveTo(forged, {}, second.client);
    await other.client.callTool({ name: 'write', arguments: { path: 'x\ny' } });
    expect(second.asked[0]?.message.split('\n').filter((line) => line.startsWith('Arguments'))).toEqual(['Arguments:']);
    expect(second.asked[0]?.message).toContain('x\\ny');
  });
});

describe('a session', () => {
  const specs = [
    free('read', { annotations: { readOnlyHint: true, openWorldHint: true } }),
    free('send', { annotations: { readOnlyHint: true, openWorldHint: false } }),
  ];
  const executor = executorOf(specs, {
    requiredCapabilities: (tool) => (tool === 'send' ? capabilities('arbitrary-egress') : NONE),
  });

  it('is tainted once foreign text has come in, and no other session is', async () => {
    await using tainted = await serveTo(executor);
    await using other = await serveTo(executor);
    expect(await tainted.client.callTool({ name: 'send' })).not.toHaveProperty('isError');
    await tainted.client.callTool({ name: 'read' });
    const refused = await tainted.client.callTool({ name: 'send' });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('arbitrary-egress') }] });
    expect(await other.client.callTool({ name: 'send' })).not.toHaveProperty('isError');
    await using off = await serveTo(executor, { taint: 'off' });
    await off.client.callTool({ name: 'read' });
    expect(await off.client.callTool({ name: 'send' })).not.toHaveProperty('isError');
  });

  it('tells when it has ended', async () => {
    const ended: string[] = [];
    const served = await serveTo(executor, { newSessionId: () => 's', onSessionEnd: (id) => void ended.push(id) });
    await served.client.close();
    await served.serving.closed;
    await served.serving.close();
    expect(ended).toEqual(['s']);
  });

  it('is offered what an unknown name may have meant, which then runs at once', async () => {
    const hides = executorOf([free('read')], {
      owns: () => true,
      preDispatch: async () => allow(),
      recoverUnadvertised: async ({ tool }) => (tool === 'raed_all' ? [free('read_all')] : []),
    });
    await using plain = await serveTo(hides);
    await expect(plain.client.callTool({ name: 'raed_all' })).rejects.toMatchObject({ code: -32_602 });
    await using served = await serveTo(hides, { recovery: 'offer' });
    await expect(served.client.callTool({ name: 'read_all' })).rejects.toMatchObject({ code: -32_602 });
    const offered = await served.client.callTool({ name: 'raed_all' });
    expect(offered).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('- read_all: does') }] });
    expect(await served.client.callTool({ name: 'read_all' })).not.toHaveProperty('isError');
    expect((await served.client.listTools()).tools).toHaveLength(2);
  });
});
