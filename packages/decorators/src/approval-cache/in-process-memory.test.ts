import { type ApprovalRequest, dispatch, requireApproval, type ToolCallInit, type ToolExecutor } from '@pawl/core';
import { describe, expect, it } from 'vitest';
import { echo, spec } from '../../test/fake-base.js';
import { approvalCache } from './approval-cache.js';
import { approvalMemory } from './in-process-memory.js';

const base = echo([spec('write')], { preDispatch: async () => requireApproval('sure?') });
const call: ToolCallInit = { id: '1', tool: 'write', args: { path: 'a' }, session: 's', caller: 'c' };

const pending = async (tools: ToolExecutor, init: ToolCallInit): Promise<ApprovalRequest> => {
  const outcome = await dispatch(tools, init);
  if (outcome.status !== 'pending') throw new Error(`expected a question, not ${outcome.status}`);
  return outcome.request;
};

describe('approvalMemory', () => {
  it('lets a yes expire', async () => {
    let now = 0;
    const memory = approvalMemory({ ttlMs: 10, now: () => now });
    const tools = approvalCache({ memory })(base);
    await memory.remember(await pending(tools, call), 'call');
    now = 9;
    expect((await dispatch(tools, call)).status).toBe('executed');
    now = 10;
    expect((await dispatch(tools, call)).status).toBe('pending');
  });

  it('keeps no more than it may, and lets go of what was used longest ago', async () => {
    const memory = approvalMemory({ maxEntries: 2 });
    const tools = approvalCache({ memory })(base);
    const args = (path: string): ToolCallInit => ({ ...call, args: { path } });
    for (const path of ['a', 'b']) await memory.remember(await pending(tools, args(path)), 'call');
    expect((await dispatch(tools, args('a'))).status).toBe('executed');
    await memory.remember(await pending(tools, args('c')), 'call');
    expect((await dispatch(tools, args('b'))).status).toBe('pending');
    expect((await dispatch(tools, args('a'))).status).toBe('executed');
  });

  it('refuses a scope that it does not know, and limits that are none', async () => {
    const request = await pending(base, call);
    await expect(approvalMemory().remember(request, 'forever' as never)).rejects.toThrow("'once', 'call' or 'session'");
    expect(() => approvalMemory({ ttlMs: 0 })).toThrow('`ttlMs`');
    expect(() => approvalCache({} as never)).toThrow('`memory`');
    expect(() => approvalCache({ memory: approvalMemory(), recallTimeoutMs: Number.NaN })).toThrow('recallTimeoutMs');
  });
});
