import {
  type ApprovalRequest,
  allow,
  bareScope,
  type Clock,
  capabilities,
  deny,
  dispatch,
  explain,
  modify,
  requireApproval,
  type ToolCallInit,
  type ToolExecutor,
  type ToolSpec,
} from '@pawl/core';
import { describe, expect, it } from 'vitest';
import { echo, spec } from '../../test/fake-base.js';
import { approvalCache } from './approval-cache.js';
import type { ApprovalMemory, ApprovalScope } from './approval-memory.js';
import { approvalMemory } from './in-process-memory.js';

const asks = (reason = 'sure?'): Partial<ToolExecutor> => ({ preDispatch: async () => requireApproval(reason) });
const base = echo([spec('write'), spec('send')], asks());
const call: ToolCallInit = { id: '1', tool: 'write', args: { path: 'a' }, session: 's', caller: 'c' };

const pending = async (tools: ToolExecutor, init: ToolCallInit): Promise<ApprovalRequest> => {
  const outcome = await dispatch(tools, init);
  if (outcome.status !== 'pending') throw new Error(`expected a question, not ${outcome.status}`);
  return outcome.request;
};

const approved = async (scope: ApprovalScope, inner: ToolExecutor = base) => {
  const memory = approvalMemory();
  const tools = approvalCache({ memory })(inner);
  await memory.remember(await pending(tools, call), scope);
  const status = async (change: Partial<ToolCallInit> = {}) => (await dispatch(tools, { ...call, ...change })).status;
  return { memory, tools, status };
};

const without = (field: 'args' | 'session' | 'caller'): ToolCallInit => {
  const { [field]: _gone, ...rest } = call;
  return rest;
};

describe('approvalCache', () => {
  it('asks until a person has said yes', async () => {
    const tools = approvalCache({ memory: approvalMemory() })(base);
    expect((await dispatch(tools, call)).status).toBe('pending');
    expect((await dispatch(tools, call)).status).toBe('pending');
  });

  it('covers the same arguments in any order, and no others, under `call`', async () => {
    const { status } = await approved('call');
    expect(await status({ id: '2' })).toBe('executed');
    expect(await status({ args: { path: 'b' } })).toBe('pending');
    expect(await status({ args: null })).toBe('pending');
    expect(await status({ args: {} })).toBe('pending');
  });

  it('covers the tool with any arguments, and no other tool, under `session`', async () => {
    const { status, tools } = await approved('session');
    expect(await status({ args: { path: 'b' } })).toBe('executed');
    expect((await dispatch(tools, without('args'))).status).toBe('executed');
    expect(await status({ tool: 'send' })).toBe('pending');
  });

  it('keeps nothing under `once`: the request itself is what runs that call', async () => {
    const { status, tools } = await approved('once');
    expect(await status()).toBe('pending');
    const request = await pending(tools, call);
    expect((await dispatch(tools, call, { approved: request })).status).toBe('executed');
    expect((await dispatch(tools, { ...call, id: '2' }, { approved: request })).status).toBe('pending');
    expect(await status()).toBe('pending');
  });

  it.each(['call', 'session'] as const)('is bound to session and caller under `%s`', async (scope) => {
    const { status, tools } = await approved(scope);
    expect(await status({ session: 't' })).toBe('pending');
    expect(await status({ caller: 'd' })).toBe('pending');
    expect((await dispatch(tools, without('session'))).status).toBe('pending');
    expect((await dispatch(tools, without('caller'))).status).toBe('pending');
  });

  it('keeps calls without a session apart from one that is called "undefined"', async () => {
    const memory = approvalMemory();
    const tools = approvalCache({ memory })(base);
    await memory.remember(await pending(tools, without('session')), 'session');
    expect((await dispatch(tools, without('session'))).status).toBe('executed');
    for (const session of ['undefined', '', 'null']) {
      expect((await dispatch(tools, { ...call, session })).status).toBe('pending');
    }
  });

  it('never lifts a deny, and keeps the rewrite and the notes of an ask', async () => {
    let decision = requireApproval('sure?');
    const { status, tools } = await approved('session', echo([spec('write')], { preDispatch: async () => decision }));
    decision = deny('no');
    expect(await status()).toBe('denied');
    decision = { ...requireApproval('sure?'), args: { path: 'safe' }, notes: ['n'] };
    expect(await dispatch(tools, call)).toMatchObject({
      status: 'executed',
      notes: ['n'],
      call: { args: { path: 'safe' } },
    });
    decision = modify({ path: 'x' });
    expect(await status()).toBe('executed');
  });

  it('goes by the arguments that will run', async () => {
    let to = 'a';
    const rewriting = echo([spec('write')], { preDispatch: async () => ({ verdict: 'ask', args: { path: to } }) });
    const { status } = await approved('call', rewriting);
    expect(await status({ args: { path: 'anything' } })).toBe('executed');
    to = 'b';
    expect(await status()).toBe('pending');
  });

  it('asks again once the definition changes, the tool is gone or it may not be remembered', async () => {
    let specs: readonly ToolSpec[] = [spec('write')];
    let cacheable = true;
    const inner = echo([spec('write')], { ...asks(), specs: () => specs, cacheableApproval: () => cacheable });
    const { status, tools } = await approved('session', inner);
    specs = [spec('write', { description: 'Now it deletes.' })];
    expect(await status()).toBe('pending');
    specs = [];
    expect((await dispatch(tools, call, { advertised: [spec('write')] })).status).toBe('pending');
    specs = [spec('write')];
    expect(await status()).toBe('executed');
    cacheable = false;
    expect(await status()).toBe('pending');
  });

  it('asks again once the tool requires more than it did', async () => {
    let required = capabilities('local-read', 'local-write');
    const inner = echo([spec('write')], { ...asks(), requiredCapabilities: () => required });
    const { status } = await approved('session', inner);
    required = capabilities('local-read');
    expect(await status()).toBe('executed');
    required = capabilities('local-read', 'arbitrary-egress');
    expect(await status()).toBe('pending');
  });

  it('does not answer for a missing capability', async () => {
    const inner = echo([spec('write')], { ...asks(), requiredCapabilities: () => capabilities('arbitrary-egress') });
    const { tools } = await approved('session', inner);
    expect((await dispatch(tools, call)).status).toBe('executed');
    expect((await dispatch(tools, call, { taint: 'tainted' })).status).toBe('pending');
  });

  it('forgets what is revoked, and what belongs to a session that is over', async () => {
    const { memory, status, tools } = await approved('session');
    const other = { ...call, session: 't' };
    await memory.remember(await pending(tools, other), 'call');
    await memory.clear('s');
    expect(await status()).toBe('pending');
    expect((await dispatch(tools, other)).status).toBe('executed');
    await memory.revoke({ ...(await pending(tools, call)), session: 't' });
    expect((await dispatch(tools, other)).status).toBe('pending');
  });

  it('is not used up by `explain`, which says that the layer asks less', async () => {
    const { status, tools } = await approved('call');
    const { members } = await explain(tools, call);
    expect(members.find(({ member }) => member === 'preDispatch')?.levels).toEqual([
      { layer: 'approval-cache', answer: 'allow' },
      { layer: 'base', answer: 'ask' },
    ]);
    expect(await status()).toBe('executed');
  });

  it('forwards an answer that is no question as the same object, without a look at the memory', async () => {
    const decision = { ...allow(), reason: 'fine' };
    const memory: ApprovalMemory = { ...approvalMemory(), recall: () => Promise.reject(new Error('looked')) };
    const tools = approvalCache({ memory })(echo([spec('write')], { preDispatch: async () => decision }));
    expect(await tools.preDispatch({ ...call, args: null, attempt: 1 })).toBe(decision);
  });
});

describe('approvalCache: a memory that fails', () => {
  const faults: readonly (readonly [string, ApprovalMemory['recall']])[] = [
    ['rejects', () => Promise.reject(new Error('down'))],
    [
      'throws',
      () => {
        throw new Error('down');
      },
    ],
    ['answers for another key', async () => ({ key: 'other', required: ['local-read'] })],
    ['answers nonsense', async (key) => ({ key, required: ['everything'] }) as never],
    ['answers without a list', async (key) => ({ key }) as never],
    ['answers null', async () => null as never],
  ];
  it.each(faults)('asks a person where it %s', async (_how, recall) => {
    const tools = approvalCache({ memory: { ...approvalMemory(), recall } })(base);
    expect((await dispatch(tools, call)).status).toBe('pending');
  });

  it('asks a person where it hangs', async () => {
    const clock: Clock = {
      setTimeout: (callback, ms) => {
        expect(ms).toBe(5);
        callback();
        return () => {};
      },
    };
    const memory: ApprovalMemory = { ...approvalMemory(), recall: () => new Promise(() => {}) };
    const tools = approvalCache({ memory, clock, recallTimeoutMs: 5 })(base);
    expect((await dispatch(tools, call)).status).toBe('pending');
  });
});

describe('approvalCache: workers', () => {
  it('gives each worker, at every depth, an empty memory of its own', async () => {
    const rooted = (): ToolExecutor =>
      echo([spec('write')], { ...asks(), forWorker: async () => ({ kind: 'rooted', executor: rooted(), seeded: [] }) });
    const { memory, tools, status } = await approved('session', rooted());
    const worker = async (from: ToolExecutor, id: string): Promise<ToolExecutor> => {
      const root = await from.forWorker(bareScope(id));
      if (root.kind !== 'rooted') throw new Error(root.kind);
      return root.executor;
    };
    const first = await worker(tools, 'w1');
    const nested = await worker(first, 'w1.1');
    expect((await dispatch(first, call)).status).toBe('pending');
    await memory.worker('w1')?.remember(await pending(first, call), 'session');
    expect((await dispatch(first, call)).status).toBe('executed');
    expect((await dispatch(nested, call)).status).toBe('pending');
    expect((await dispatch(await worker(tools, 'w2'), call)).status).toBe('pending');
    expect((await dispatch(await worker(tools, 'w1'), call)).status).toBe('pending');
    await memory.clear('s');
    expect(await status()).toBe('pending');
  });
});
