import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineExecutor, ShareInError, type ToolExecutor } from '@pawl/core';
import { workspace } from '@pawl/workspace';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type DelegateDescriptor,
  decisionsOf,
  type Message,
  type MessageOrigin,
  runTurn,
  type ScriptedStep,
  scriptedModel,
  type ToolMessage,
} from '../src/index.js';
import { call, spec, tools, user } from './tools.js';

const messages = [user('go')];
const results = (all: readonly Message[]): readonly ToolMessage[] =>
  all.filter((message): message is ToolMessage => message.role === 'tool');
const statuses = (all: readonly Message[]) => results(all).map(({ callId, status }) => [callId, status]);

const worker = (steps: readonly ScriptedStep[], more: Partial<DelegateDescriptor> = {}) => {
  const model = scriptedModel(steps, 'small');
  const descriptor: DelegateDescriptor = {
    agent: 'helper',
    instructions: 'Help.',
    model,
    tools: ['free', 'ask', 'web', 'send'],
    ...more,
  };
  return { model, delegates: [descriptor] };
};
const delegate = (id: string, args: object = {}) =>
  call(id, 'delegate_to', { agent: 'helper', task: 'do it', ...args });
const parent = (...calls: ReturnType<typeof call>[]) => scriptedModel([{ toolCalls: calls }, { text: 'done' }]);

describe('a delegation', () => {
  it('runs in the batch, with nothing of the conversation but task and context, and leaves a record', async () => {
    const { executor, ran } = tools();
    const { model, delegates } = worker([{ toolCalls: [call('1', 'free')] }, { text: 'found it' }]);
    const main = parent(call('1', 'free'), delegate('2', { context: 'the blue one' }));
    const result = await runTurn({ model: main, executor, messages: [user('secret plan')], options: { delegates } });
    expect(results(result.messages)).toMatchObject([
      { callId: '1', status: 'executed' },
      { callId: '2', status: 'executed', output: 'found it', untrusted: false },
    ]);
    expect(JSON.stringify(model.requests)).not.toContain('secret plan');
    expect(model.requests[0]?.messages).toEqual([{ role: 'system', text: 'Help.' }, user('do it\n\nthe blue one')]);
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['free', 'ask', 'web', 'send']);
    expect(main.requests[0]?.tools.map(({ name }) => name)).toContain('delegate_to');
    expect(ran).toHaveLength(2);
    expect(result.usage).toEqual({ inputTokens: 4, outputTokens: 4 });
    expect(result.delegations).toEqual([
      {
        id: '2',
        agent: 'helper',
        task: 'do it',
        context: 'the blue one',
        model: 'small',
        outcome: 'completed',
        usage: { inputTokens: 2, outputTokens: 2 },
        steps: 2,
        seeded: [],
        unattendedDenials: [],
      },
    ]);
  });

  it('goes one level deep: to a worker both reserved tools and tools that it was not given are unknown', async () => {
    const { executor, ran } = tools();
    const { delegates, model } = worker([
      { toolCalls: [delegate('1'), call('2', 'other'), call('3', 'hand_off_to', { agent: 'x' })] },
      { text: 'no' },
    ]);
    const options = { delegates, handoffs: [{ agent: 'x' }] };
    const result = await runTurn({ model: parent(delegate('2')), executor, messages, options });
    const inner = results(model.requests[1]?.messages ?? []);
    expect(inner.map(({ code }) => code)).toEqual(['unknown-tool', 'unknown-tool', 'unknown-tool']);
    expect(result.delegations).toHaveLength(1);
    expect(ran).toEqual([]);
  });

  const roots: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['refuses', async () => ({ kind: 'refused', error: new ShareInError({ code: 'not-found', path: 'a' }) })],
    ['throws', () => Promise.reject(new Error('no room'))],
    ['answers nonsense', async () => 'yes'],
  ];

  it.each(roots)('fails and never shares the root where the executor %s', async (_how, forWorker) => {
    const { executor: base, ran } = tools();
    // One of them answers what the contract does not allow: that is the case.
    const executor: ToolExecutor = { ...base, forWorker: forWorker as ToolExecutor['forWorker'] };
    const { delegates, model } = worker([{ toolCalls: [call('1', 'free')] }]);
    const result = await runTurn({ model: parent(delegate('2')), executor, messages, options: { delegates } });
    expect(results(result.messages)).toMatchObject([{ status: 'failed', code: 'worker-refused' }]);
    expect(result.delegations).toMatchObject([{ outcome: 'refused', usage: { inputTokens: 0 } }]);
    expect([model.requests, ran]).toEqual([[], []]);
  });

  it('works in files of its own, with a copy of what it was given', async () => {
    const root = await mkdtemp(join(tmpdir(), 'pawl-delegation-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    await writeFile(join(root, 'plan.md'), 'parent');
    const executor = workspace({ root, shell: 'none' });
    const write = { path: 'plan.md', content: 'worker' };
    const ceiling = { allow: ['*.md'], maxFiles: 1, maxBytes: 100 };
    const { delegates } = worker(
      [
        { toolCalls: [call('1', 'file_read', { path: 'plan.md' })] },
        { toolCalls: [call('2', 'file_write', write)] },
        { toolCalls: [call('3', 'file_read', { path: 'plan.md' })] },
        { text: 'ok' },
      ],
      { tools: ['file_read', 'file_write'], shareIn: ceiling },
    );
    const kept: Message[] = [];
    const options = {
      delegates,
      session: 's',
      onMessage: (message: Message, { worker: of }: MessageOrigin) => void (of === undefined || kept.push(message)),
    };
    const main = parent(delegate('2', { share_in: ['plan.md'] }));
    const paused = await runTurn({ model: main, executor, messages, options });
    expect(paused.pendingApprovals).toMatchObject([{ tool: 'file_write', args: write, worker: { id: '2' } }]);
    const approvals = decisionsOf(
      paused.pendingApprovals.map(({ request }) => ({ request, answer: 'approve', worker: '2' })),
    );
    const result = await runTurn({
      model: scriptedModel([{ text: 'done' }]),
      executor,
      messages: paused.messages,
      options: { ...options, approvals, state: paused.state },
    });
    expect(result.delegations).toMatchObject([{ outcome: 'completed', seeded: ['plan.md'] }]);
    expect(results(kept)).toMatchObject([
      { tool: 'file_read', output: { text: 'parent' } },
      { tool: 'file_write', status: 'executed' },
      { tool: 'file_read', output: { text: 'worker' } },
    ]);
    expect(await readFile(join(root, 'plan.md'), 'utf8')).toBe('parent');
  });

  it('brings what the worker asks to the person, keeps what its siblings did, and goes on where it was', async () => {
    const { executor, ran } = tools();
    const { delegates, model } = worker([
      { toolCalls: [call('1', 'free'), call('2', 'ask', { to: 'a' })] },
      { text: 'sent' },
    ]);
    const options = { delegates };
    const paused = await runTurn({ model: parent(call('1', 'free'), delegate('2')), executor, messages, options });
    expect(paused.status).toBe('paused');
    expect(paused.pendingApprovals).toMatchObject([
      { id: '2', tool: 'ask', args: { to: 'a' }, worker: { id: '2', agent: 'helper' } },
    ]);
    expect(statuses(paused.messages)).toEqual([['1', 'executed']]);
    expect(paused.delegations).toMatchObject([{ outcome: 'pending', steps: 1 }]);
    const stored: typeof paused = JSON.parse(JSON.stringify(paused));
    const decide = (who: object) =>
      decisionsOf(stored.pendingApprovals.map(({ request }) => ({ request, answer: 'approve', ...who })));
    const again = { executor, messages: stored.messages };
    const other = await runTurn({
      ...again,
      model: scriptedModel([]),
      options: { ...options, approvals: decide({}), state: stored.state },
    });
    expect(other.status).toBe('paused');
    const done = await runTurn({
      ...again,
      model: scriptedModel([{ text: 'done' }]),
      options: { ...options, approvals: decide({ worker: '2' }), state: stored.state },
    });
    expect(done).toMatchObject({ status: 'completed', state: { workers: {} } });
    expect(statuses(done.messages)).toEqual([
      ['1', 'executed'],
      ['2', 'executed'],
    ]);
    expect(done.delegations).toMatchObject([{ outcome: 'completed', steps: 2, usage: { inputTokens: 2 } }]);
    expect(ran.map(({ tool }) => tool)).toEqual(['free', 'free', 'ask']);
    expect(model.requests).toHaveLength(2);
  });

  it('hands taint down with the task and up with the answer', async () => {
    const { executor } = tools();
    const up = worker([{ toolCalls: [call('1', 'web')] }, { text: 'read' }]);
    const tainted = await runTurn({
      model: parent(delegate('2')),
      executor,
      messages,
      options: { delegates: up.delegates },
    });
    expect(results(tainted.messages)).toMatchObject([{ untrusted: true }]);
    expect(tainted.taint).toBe('tainted');
    const down = worker([{ toolCalls: [call('1', 'send')] }]);
    const paused = await runTurn({
      model: parent(delegate('2')),
      executor,
      messages,
      options: { delegates: down.delegates, untrustedSeed: true },
    });
    expect(paused.pendingApprovals).toMatchObject([{ tool: 'send', missing: ['arbitrary-egress'] }]);
  });

  it('keeps within the limits of a batch and of a turn, and names the one it would break', async () => {
    const { executor } = tools();
    const { delegates } = worker(Array.from({ length: 9 }, () => ({ text: 'ok' })));
    const model = scriptedModel([
      { toolCalls: [delegate('1'), delegate('2'), delegate('3')] },
      { toolCalls: [delegate('4'), delegate('5')] },
      { text: 'done' },
    ]);
    const result = await runTurn({
      model,
      executor,
      messages,
      options: { delegates, maxFanout: 2, delegateBudget: 3 },
    });
    expect(results(result.messages).map(({ code }) => code ?? 'ran')).toEqual([
      'ran',
      'ran',
      'delegation-limit',
      'ran',
      'delegation-limit',
    ]);
    const byId = [...result.delegations].sort((a, b) => a.id.localeCompare(b.id));
    expect(byId.map(({ outcome }) => outcome)).toEqual(['completed', 'completed', 'refused', 'completed', 'refused']);
  });

  it('fails alone where its model fails, its steps run out or what it was told makes no sense', async () => {
    const { executor } = tools();
    const two = [
      ...worker([]).delegates,
      {
        ...worker([{ toolCalls: [call('1', 'free')] }]).delegates[0],
        agent: 'short',
        maxSteps: 1,
      } as DelegateDescriptor,
    ];
    const model = parent(
      delegate('1'),
      delegate('2', { agent: 'short' }),
      delegate('3', { agent: 'nobody' }),
      delegate('4', { task: 7 }),
      call('5', 'free'),
    );
    const result = await runTurn({ model, executor, messages, options: { delegates: two } });
    expect(results(result.messages).map(({ status, code }) => [status, code])).toEqual([
      ['failed', 'worker-failed'],
      ['failed', 'max-steps'],
      ['failed', 'unknown-agent'],
      ['failed', 'invalid-arguments'],
      ['executed', undefined],
    ]);
  });

  it('is an error from the start where the executor has a tool of that name', async () => {
    const executor = defineExecutor({ specs: () => [spec('delegate_to')] });
    const { delegates } = worker([]);
    await expect(
      runTurn({ model: scriptedModel([]), executor, messages, options: { delegates } }),
    ).rejects.toMatchObject({ code: 'invalid-option' });
  });

  it('is not given a tool that nobody has, as when its name is misspelt', async () => {
    const { executor } = tools();
    const { delegates } = worker([], { tools: ['free', 'fre'] });
    const model = scriptedModel([]);
    await expect(runTurn({ model, executor, messages, options: { delegates } })).rejects.toThrow(
      /"helper" names "fre"/,
    );
    await expect(runTurn({ model, executor, messages, options: { tools: ['fre'] } })).rejects.toThrow(/names "fre"/);
  });
});

describe('a handoff', () => {
  const handoffs = [{ agent: 'billing' }, { agent: 'legal' }];
  const handoff = (id: string, agent: string) =>
    call(id, 'hand_off_to', { agent, reason: 'theirs', context: { order: 7 } });

  it('ends the turn, and nothing else of its batch runs', async () => {
    const { executor, ran } = tools();
    const model = scriptedModel([
      { toolCalls: [call('1', 'free'), handoff('2', 'billing'), handoff('3', 'legal'), call('4', 'ask')] },
    ]);
    const result = await runTurn({ model, executor, messages, options: { handoffs } });
    expect(result).toMatchObject({
      status: 'handoff',
      handoff: { callId: '2', agent: 'billing', reason: 'theirs', context: { order: 7 }, untrusted: false },
      pendingApprovals: [],
    });
    expect(statuses(result.messages)).toEqual([
      ['1', 'skipped'],
      ['2', 'executed'],
      ['3', 'skipped'],
      ['4', 'skipped'],
    ]);
    expect(ran).toEqual([]);
  });

  it('to nobody fails, runs nothing, and lets the model try again', async () => {
    const { executor, ran } = tools();
    const model = scriptedModel([{ toolCalls: [handoff('1', 'nobody'), call('2', 'free')] }, { text: 'ok' }]);
    const result = await runTurn({ model, executor, messages, options: { handoffs } });
    expect(statuses(result.messages)).toEqual([
      ['1', 'failed'],
      ['2', 'skipped'],
    ]);
    expect(results(result.messages)[0]?.output).toMatch(/billing, legal/);
    expect([result.status, ran]).toEqual(['completed', []]);
  });
});
