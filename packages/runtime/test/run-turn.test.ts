import { describe, expect, it } from 'vitest';
import {
  decisionsOf,
  type Message,
  runTurn,
  scriptedModel,
  type ToolMessage,
  TurnError,
  type TurnEvent,
} from '../src/index.js';
import { call, tools, user } from './tools.js';

const results = (messages: readonly Message[]): readonly ToolMessage[] =>
  messages.filter((message): message is ToolMessage => message.role === 'tool');
const statuses = (messages: readonly Message[]) => results(messages).map(({ callId, status }) => [callId, status]);
const messages = [user('go')];

describe('a turn', () => {
  it('asks the model, runs what it calls, and asks again until it has said what it had to', async () => {
    const { executor, ran } = tools();
    const model = scriptedModel([{ toolCalls: [call('1', 'free', { a: 1 }), call('2', 'other')] }, { text: 'done' }]);
    const result = await runTurn({ model, executor, messages, options: { session: 's', caller: 'c' } });
    expect(result).toMatchObject({ status: 'completed', steps: 2, taint: 'clean', stopReason: 'end-turn' });
    expect(result.usage).toEqual({ inputTokens: 2, outputTokens: 2 });
    expect(result.messages).toEqual([
      user('go'),
      { role: 'assistant', toolCalls: [call('1', 'free', { a: 1 }), call('2', 'other')] },
      { role: 'tool', callId: '1', tool: 'free', status: 'executed', output: 'did 1', untrusted: false },
      { role: 'tool', callId: '2', tool: 'other', status: 'executed', output: 'did 2', untrusted: false },
      { role: 'assistant', text: 'done' },
    ]);
    expect(ran[0]).toMatchObject({ id: '1', attempt: 1, session: 's', caller: 'c', args: { a: 1 } });
    expect(model.requests[1]?.messages).toHaveLength(4);
    expect(model.requests[0]?.tools.map(({ name }) => name)).toContain('free');
  });

  it('pauses before anything of a batch runs where one call must ask, and says everything a person needs', async () => {
    const { executor, ran } = tools();
    const model = scriptedModel([{ toolCalls: [call('1', 'free'), call('2', 'ask', { to: 'a' }), call('3', 'gone')] }]);
    const paused = await runTurn({ model, executor, messages });
    expect(ran).toEqual([]);
    expect(paused.status).toBe('paused');
    expect(results(paused.messages)).toEqual([]);
    expect(paused.pendingApprovals).toMatchObject([
      {
        id: '2',
        tool: 'ask',
        title: 'ask',
        args: { to: 'a' },
        reason: 'ask asks',
        missing: [],
        sandboxEscalation: false,
      },
    ]);
    expect(paused.pendingApprovals[0]?.preview).toContain('"to": "a"');
  });

  it('goes on from the transcript, through JSON, once every asking call is decided', async () => {
    const { executor, ran } = tools();
    const first = scriptedModel([{ toolCalls: [call('1', 'free'), call('2', 'ask', { to: 'a' }), call('3', 'ask')] }]);
    const paused = await runTurn({ model: first, executor, messages });
    const stored: typeof paused = JSON.parse(JSON.stringify(paused));
    const [yes, no] = stored.pendingApprovals.map(({ request }) => request);
    if (yes === undefined || no === undefined) throw new Error('two must ask');
    const half = decisionsOf([{ request: yes, answer: 'approve' }]);
    const still = await runTurn({
      model: scriptedModel([]),
      executor,
      messages: stored.messages,
      options: { approvals: half },
    });
    expect([still.status, still.pendingApprovals.map(({ id }) => id), ran]).toEqual(['paused', ['3'], []]);
    const approvals = decisionsOf([
      { request: yes, answer: 'approve', args: { to: 'b' } },
      { request: no, answer: 'refuse', reason: 'not today' },
    ]);
    const model = scriptedModel([{ text: 'done' }]);
    const result = await runTurn({ model, executor, messages: stored.messages, options: { approvals } });
    expect(statuses(result.messages)).toEqual([
      ['1', 'executed'],
      ['2', 'executed'],
      ['3', 'refused'],
    ]);
    expect(results(result.messages)[2]?.output).toMatch(/a person refused this call of "ask": not today; nothing ran/);
    expect(ran.map(({ id, args }) => [id, args])).toEqual([
      ['1', undefined],
      ['2', { to: 'b' }],
    ]);
    const again = await runTurn({
      model: scriptedModel([{ text: 'ok' }]),
      executor,
      messages: result.messages,
      options: { approvals },
    });
    expect(again.status).toBe('completed');
    expect(ran).toHaveLength(2);
  });

  it('refuses what was refused before without asking, and stops where the model keeps on', async () => {
    const { executor, ran } = tools();
    const paused = await runTurn({
      model: scriptedModel([{ toolCalls: [call('1', 'ask', { a: 1, b: 2 })] }]),
      executor,
      messages,
    });
    const approvals = decisionsOf(paused.pendingApprovals.map(({ request }) => ({ request, answer: 'refuse' })));
    const again = (id: string) => ({ toolCalls: [call(id, 'ask', { b: 2, a: 1 })] });
    const model = scriptedModel([again('2'), again('3'), again('4'), again('5')]);
    const result = await runTurn({ model, executor, messages: paused.messages, options: { approvals } });
    expect(result).toMatchObject({ status: 'stopped', stop: 'breaker', steps: 3 });
    expect(statuses(result.messages)).toEqual(['1', '2', '3', '4'].map((id) => [id, 'refused']));
    expect(ran).toEqual([]);
  });

  it('asks about what needs a way out once a result has tainted the context, in the same turn and after it', async () => {
    const { executor, ran } = tools();
    const steps = [
      { toolCalls: [call('1', 'send')] },
      { toolCalls: [call('2', 'web')] },
      { toolCalls: [call('3', 'send')] },
    ];
    const result = await runTurn({ model: scriptedModel(steps), executor, messages });
    expect(ran.map(({ id }) => id)).toEqual(['1', '2']);
    expect(result).toMatchObject({
      status: 'paused',
      taint: 'tainted',
      pendingApprovals: [{ id: '3', missing: ['arbitrary-egress'] }],
    });
  });

  it('refuses and lists what would ask where nobody is there to ask', async () => {
    const { executor, ran } = tools();
    const model = scriptedModel([{ toolCalls: [call('1', 'ask'), call('2', 'free')] }, { text: 'ok' }]);
    const result = await runTurn({ model, executor, messages, options: { unattended: true } });
    expect(statuses(result.messages)).toEqual([
      ['1', 'denied'],
      ['2', 'executed'],
    ]);
    expect(result.unattendedDenials).toMatchObject([{ callId: '1', tool: 'ask' }]);
    expect(ran).toHaveLength(1);
  });

  it('runs neither of two calls with one id twice, and gives each its own result', async () => {
    const { executor, ran } = tools();
    const model = scriptedModel([
      { toolCalls: [call('1', 'free'), call('1', 'free')] },
      { toolCalls: [call('1', 'free')] },
      { text: 'ok' },
    ]);
    const result = await runTurn({ model, executor, messages });
    expect(statuses(result.messages)).toEqual([
      ['1', 'executed'],
      ['1#2', 'failed'],
      ['1#3', 'failed'],
    ]);
    expect(ran).toHaveLength(1);
  });

  it('keeps the transcript where the model fails', async () => {
    const { executor } = tools();
    const model = scriptedModel([{ toolCalls: [call('1', 'free')] }]);
    const error: unknown = await runTurn({ model, executor, messages }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TurnError);
    expect(error).toMatchObject({ code: 'model-failed', usage: { inputTokens: 1 } });
    expect(statuses((error as TurnError).messages)).toEqual([['1', 'executed']]);
  });

  it('asks for a text where tools ran and nothing was said, and runs nothing that is called there', async () => {
    const { executor, ran } = tools();
    const events: TurnEvent[] = [];
    const model = scriptedModel([
      { toolCalls: [call('1', 'free')] },
      {},
      { text: 'so', toolCalls: [call('2', 'free')] },
    ]);
    const result = await runTurn({ model, executor, messages, options: { onEvent: (event) => events.push(event) } });
    expect(model.requests[2]?.toolChoice).toBe('none');
    expect(result.messages.at(-1)).toEqual({ role: 'assistant', text: 'so' });
    expect(ran).toHaveLength(1);
    expect(events.find(({ type }) => type === 'ignored-calls')).toMatchObject({ calls: [{ id: '2' }] });
  });

  it('stops after its model calls with a transcript that is whole', async () => {
    const { executor } = tools();
    const model = scriptedModel([{ toolCalls: [call('1', 'free')] }, { toolCalls: [call('2', 'free')] }]);
    const result = await runTurn({ model, executor, messages, options: { maxSteps: 2 } });
    expect(result).toMatchObject({ status: 'stopped', stop: 'max-steps', steps: 2 });
    expect(statuses(result.messages)).toEqual([
      ['1', 'executed'],
      ['2', 'executed'],
    ]);
  });
});
