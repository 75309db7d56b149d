import { type Clock, deny, injectContext, modify, type ToolSpec } from '@pawl/core';
import { describe, expect, it } from 'vitest';
import {
  decisionsOf,
  type Message,
  runTurn,
  scriptedModel,
  shortenConversation,
  streamTurn,
  type ToolMessage,
  type TurnEvent,
  taintOf,
} from '../src/index.js';
import { call, spec, tools, user } from './tools.js';

const results = (messages: readonly Message[]): readonly ToolMessage[] =>
  messages.filter((message): message is ToolMessage => message.role === 'tool');
const messages = [user('go')];

/** A clock that stands until it is told to go on. */
const manualClock = () => {
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  let now = 0;
  const clock: Clock = {
    setTimeout: (run, ms) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
  const advance = (ms: number): void => {
    now += ms;
    for (const timer of [...timers]) {
      if (timer.at > now) continue;
      timers.delete(timer);
      timer.run();
    }
  };
  return { clock, advance, timers };
};

const gate = () => {
  let open: () => void = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), passed };
};

describe('the escape hatch', () => {
  const hidden = spec('hidden');
  const late = (recover: () => Promise<readonly ToolSpec[]>) => {
    let asked = 0;
    const recorded = tools({
      owns: () => true,
      recoverUnadvertised: async () => {
        asked++;
        return recover();
      },
    });
    return { ...recorded, asked: () => asked };
  };
  const script = () =>
    scriptedModel([{ toolCalls: [call('1', 'hidden')] }, { toolCalls: [call('2', 'nowhere')] }, { text: 'ok' }]);

  it('brings a tool back once in a turn, gates it, and keeps it for the rest of the turn', async () => {
    const { executor, ran, asked } = late(async () => [hidden, spec('free')]);
    const model = script();
    const result = await runTurn({ model, executor, messages, options: { escapeHatch: true } });
    expect(results(result.messages).map(({ status }) => status)).toEqual(['executed', 'failed']);
    expect(asked()).toBe(1);
    expect(ran.map(({ tool }) => tool)).toEqual(['hidden']);
    expect(model.requests[1]?.tools.filter(({ name }) => name === 'hidden')).toHaveLength(1);
    expect(model.requests[1]?.tools.filter(({ name }) => name === 'free')).toHaveLength(1);
    expect(result.state.recovered).toEqual([hidden]);
  });

  it('says what became available where the name itself did not', async () => {
    const { executor, ran } = late(async () => [spec('similar')]);
    const result = await runTurn({ model: script(), executor, messages, options: { escapeHatch: true } });
    expect(results(result.messages)[0]?.output).toMatch(/now there are also: "similar"/);
    expect(ran).toEqual([]);
  });

  it.each([
    ['off', undefined, async () => [hidden]],
    ['empty', true, async () => []],
    ['throwing', true, () => Promise.reject(new Error('down'))],
    ['answering nonsense', true, async () => 'all' as unknown as readonly ToolSpec[]],
    ['offering only what is there', true, async () => [spec('free')]],
  ] as const)(
    'gives the ordinary unknown-tool result, byte for byte, where it is %s',
    async (_how, escapeHatch, recover) => {
      const ordinary = await runTurn({ model: script(), executor: tools().executor, messages });
      const { executor } = late(recover);
      const options = escapeHatch === undefined ? {} : { escapeHatch };
      const result = await runTurn({ model: script(), executor, messages, options });
      expect(JSON.stringify(result.messages)).toBe(JSON.stringify(ordinary.messages));
    },
  );

  it('lets a tool that asks wait for a person, and finds it again when the turn goes on', async () => {
    const { executor, ran } = late(async () => [spec('ask-hidden')]);
    const model = scriptedModel([{ toolCalls: [call('1', 'ask-hidden')] }]);
    const paused = await runTurn({ model, executor, messages, options: { escapeHatch: true } });
    expect(paused.pendingApprovals).toMatchObject([{ tool: 'ask-hidden' }]);
    const approvals = decisionsOf(paused.pendingApprovals.map(({ request }) => ({ request, answer: 'approve' })));
    const options = { approvals, state: JSON.parse(JSON.stringify(paused.state)) };
    await runTurn({ model: scriptedModel([{ text: 'ok' }]), executor, messages: paused.messages, options });
    expect(ran.map(({ tool }) => tool)).toEqual(['ask-hidden']);
  });
});

describe('a turn that is stopped', () => {
  it('gives every call one result, and tells the tool that runs', async () => {
    const controller = new AbortController();
    const started = gate();
    let told: AbortSignal | undefined;
    const { executor } = tools({
      execute: (one) => {
        told = one.signal;
        started.open();
        return new Promise(() => {});
      },
    });
    const model = scriptedModel([{ toolCalls: [call('1', 'free'), call('2', 'other')] }]);
    const running = runTurn({ model, executor, messages, options: { signal: controller.signal } });
    await started.passed;
    controller.abort();
    const result = await running;
    expect(result).toMatchObject({ status: 'stopped', stop: 'cancelled' });
    expect(results(result.messages).map(({ callId, code }) => [callId, code])).toEqual([
      ['1', 'cancelled'],
      ['2', 'cancelled'],
    ]);
    expect(told?.aborted).toBe(true);
  });

  it('says that nothing ran where it was stopped while it was judged', async () => {
    const controller = new AbortController();
    const { executor, ran } = tools({
      preDispatch: async () => {
        controller.abort();
        return { verdict: 'allow' };
      },
    });
    const model = scriptedModel([{ toolCalls: [call('1', 'free'), call('2', 'gone')] }]);
    const result = await runTurn({ model, executor, messages, options: { signal: controller.signal } });
    expect(results(result.messages).map(({ status }) => status)).toEqual(['skipped', 'failed']);
    expect(ran).toEqual([]);
  });

  it('does not wait for a model that does not heed the signal, and lets go of its timer', async () => {
    const { clock, advance, timers } = manualClock();
    const asked = gate();
    const model = scriptedModel([
      () => {
        asked.open();
        return new Promise(() => {});
      },
    ]);
    const running = runTurn({ model, executor: tools().executor, messages, options: { timeoutMs: 1_000, clock } });
    await asked.passed;
    advance(1_000);
    expect(await running).toMatchObject({ status: 'stopped', stop: 'deadline', messages });
    expect(timers.size).toBe(0);
  });
});

describe('what layers do', () => {
  it('is carried out, and heard of as an event of its own: rewritten arguments, notes, redactions', async () => {
    const events: TurnEvent[] = [];
    const { executor, ran } = tools({
      preDispatch: async ({ tool }) =>
        tool === 'free' ? { ...modify({ safe: true }), ...injectContext('mind'), args: { safe: true } } : deny('no'),
      postDispatch: async (_one, outcome) =>
        'output' in outcome && !(outcome instanceof Error)
          ? { ...outcome, redactions: [{ rule: 'key', path: '/output' }] }
          : outcome,
    });
    const model = scriptedModel([
      { toolCalls: [call('1', 'free', { safe: false }), call('2', 'other')] },
      { text: 'ok' },
    ]);
    const result = await runTurn({ model, executor, messages, options: { onEvent: (event) => events.push(event) } });
    expect(ran.map(({ args }) => args)).toEqual([{ safe: true }]);
    expect(results(result.messages)).toMatchObject([
      { callId: '1', notes: ['mind'] },
      { callId: '2', status: 'denied', output: 'no' },
    ]);
    const told = events.filter(({ type }) => ['modify', 'inject', 'redaction'].includes(type));
    expect(told).toEqual([
      { type: 'modify', by: 'layer', callId: '1', tool: 'free', before: { safe: false }, after: { safe: true } },
      { type: 'inject', callId: '1', tool: 'free', notes: ['mind'] },
      { type: 'redaction', callId: '1', tool: 'free', rules: [{ rule: 'key', count: 1 }] },
    ]);
  });

  it('never breaks the turn where the listener throws', async () => {
    const model = scriptedModel([{ toolCalls: [call('1', 'free')] }, { text: 'ok' }]);
    const onEvent = () => {
      throw new Error('listener');
    };
    expect(await runTurn({ model, executor: tools().executor, messages, options: { onEvent } })).toMatchObject({
      status: 'completed',
    });
  });

  it('stays a deny whatever a person edited', async () => {
    const { executor, ran } = tools({
      preDispatch: async ({ args }) => (JSON.stringify(args) === '{"to":"eve"}' ? deny('never') : { verdict: 'ask' }),
    });
    const paused = await runTurn({
      model: scriptedModel([{ toolCalls: [call('1', 'free', { to: 'a' })] }]),
      executor,
      messages,
    });
    const approvals = decisionsOf(
      paused.pendingApprovals.map(({ request }) => ({ request, answer: 'approve', args: { to: 'eve' } })),
    );
    const result = await runTurn({
      model: scriptedModel([{ text: 'ok' }]),
      executor,
      messages: paused.messages,
      options: { approvals },
    });
    expect(results(result.messages)).toMatchObject([{ status: 'denied', output: 'never' }]);
    expect(ran).toEqual([]);
  });
});

describe('streamTurn', () => {
  it('gives text as it comes, and the result last', async () => {
    const model = scriptedModel([{ toolCalls: [call('1', 'free')] }, { text: 'all is done' }]);
    const seen: string[] = [];
    let text = '';
    for await (const event of streamTurn({ model, executor: tools().executor, messages })) {
      seen.push(event.type);
      if (event.type === 'text') text += event.text;
      if (event.type === 'end') expect(event.result.status).toBe('completed');
    }
    expect(text).toBe('all is done');
    expect(seen.at(-1)).toBe('end');
    expect(seen.indexOf('started')).toBeLessThan(seen.indexOf('result'));
  });

  it('cancels the turn where the reader leaves', async () => {
    let told: AbortSignal | undefined;
    const { executor } = tools({
      execute: (one) => {
        told = one.signal;
        one.onProgress?.({ fraction: 0.5 });
        return new Promise(() => {});
      },
    });
    const model = scriptedModel([{ toolCalls: [call('1', 'free')] }]);
    for await (const event of streamTurn({ model, executor, messages })) if (event.type === 'progress') break;
    expect(told?.aborted).toBe(true);
    expect(model.requests).toHaveLength(1);
  });

  it('throws what broke the turn', async () => {
    const read = async () => {
      for await (const _event of streamTurn({ model: scriptedModel([]), executor: tools().executor, messages }));
    };
    await expect(read()).rejects.toMatchObject({ name: 'TurnError', code: 'model-failed' });
  });
});

describe('taint', () => {
  const { executor } = tools();
  const result = (more: Partial<ToolMessage>): ToolMessage => ({
    role: 'tool',
    callId: '1',
    tool: 'free',
    status: 'executed',
    output: '',
    untrusted: false,
    ...more,
  });

  it('comes from marks, from tools that ingest, and from results that do not say', () => {
    expect(taintOf([user('a'), result({})], executor)).toBe('clean');
    expect(taintOf([{ ...user('a'), untrusted: true }], executor)).toBe('tainted');
    expect(taintOf([result({ untrusted: true })], executor)).toBe('tainted');
    expect(taintOf([result({ tool: 'web' })], executor)).toBe('tainted');
    expect(taintOf([result({ tool: 'web', status: 'denied' })], executor)).toBe('clean');
    expect(taintOf([result({ tool: 'left-the-catalogue' })], executor)).toBe('tainted');
    const { untrusted: _, ...silent } = result({});
    expect(taintOf([silent as ToolMessage], executor)).toBe('tainted');
  });

  it('outlives the messages that it came from', () => {
    const assistant = { role: 'assistant', toolCalls: [call('1', 'web'), call('2', 'free')] } as const;
    const long = [
      { role: 'system', text: 's' } as const,
      user('a'),
      assistant,
      result({ tool: 'web', untrusted: true }),
      result({ callId: '2' }),
      user('b'),
    ];
    const shorter = shortenConversation(long, { keep: 1, summary: 'a page was read' });
    expect(shorter).toEqual([long[0], { role: 'user', text: 'a page was read', untrusted: true }, user('b')]);
    expect(shortenConversation(long, { keep: 2 }).slice(2)).toEqual(long.slice(2));
    expect(shortenConversation(long, { keep: 9 })).toBe(long);
  });

  it('may be there from the start', async () => {
    const model = scriptedModel([{ toolCalls: [call('1', 'send')] }]);
    const paused = await runTurn({ model, executor, messages, options: { untrustedSeed: true } });
    expect(paused.pendingApprovals).toMatchObject([{ missing: ['arbitrary-egress'] }]);
  });
});

it('a transcript that no turn can have left is refused by what is wrong with it', async () => {
  const assistant = { role: 'assistant', toolCalls: [call('1', 'free')] } as const;
  const tool: ToolMessage = {
    role: 'tool',
    callId: '1',
    tool: 'free',
    status: 'executed',
    output: 1,
    untrusted: false,
  };
  const run = (wrong: readonly Message[]) =>
    runTurn({ model: scriptedModel([]), executor: tools().executor, messages: wrong });
  await expect(run([tool])).rejects.toMatchObject({ code: 'invalid-transcript' });
  await expect(run([assistant, tool, tool])).rejects.toMatchObject({ code: 'invalid-transcript' });
  await expect(run([assistant, { role: 'assistant', text: 'x' }])).rejects.toThrow('call "1" has no result');
  await expect(run([assistant, tool, assistant])).rejects.toThrow('two calls have the id "1"');
});
