import { capabilities, defineExecutor, dispatch, stack, toolCall } from '@pawl/core';
import { describe, expect, it } from 'vitest';
import { approvalCache, approvalMemory, narrowing, retrievalGate } from '../src/index.js';

const inputSchema = { type: 'object', properties: { path: { type: 'string' } } };
const specs = [
  { name: 'read_file', description: 'Reads a file', inputSchema, annotations: { readOnlyHint: true } },
  { name: 'write_file', description: 'Writes a file', inputSchema, cacheableApproval: true },
  { name: 'delete_file', description: 'Deletes a file', inputSchema },
];
const files = defineExecutor({
  workspace: 'none',
  specs: () => specs,
  requiredCapabilities: () => capabilities('local-read', 'local-write'),
  execute: async ({ tool, args }) => ({ output: { tool, args: args ?? null } }),
});

describe('a stack of layers, as the README shows it', () => {
  it('gates, remembers, restricts, and recovers only what policy leaves', async () => {
    const memory = approvalMemory();
    const tools = stack(
      retrievalGate({ query: 'write down that milk is out', k: 1 }),
      approvalCache({ memory }),
      narrowing({ deny: ['delete_*'], args: [{ tool: '*_file', at: '/path', within: '/notes' }] }),
    )(files);
    expect(tools.specs().map(({ name }) => name)).toEqual(['write_file']);
    const call = { id: '1', tool: 'write_file', args: { path: '/notes/milk.md' }, session: 's' };
    const asked = await dispatch(tools, call);
    if (asked.status !== 'pending') throw new Error(asked.status);
    await memory.remember(asked.request, 'call');
    expect((await dispatch(tools, { ...call, id: '2' })).status).toBe('executed');
    const outside = { ...call, id: '3', args: { path: '/notes/../etc/passwd' } };
    expect((await dispatch(tools, outside)).status).toBe('denied');
    expect(await tools.recoverUnadvertised(toolCall({ id: '4', tool: 'readFile' }))).toEqual([specs[0]]);
    expect(await tools.recoverUnadvertised(toolCall({ id: '5', tool: 'delete_file' }))).toEqual([]);
  });
});
