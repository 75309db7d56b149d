import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL, dispatch, dispatchStream, type ToolProgress } from '@pawl/core';
import { type McpConnection, mcpExecutor } from '@pawl/mcp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, isRunning, officialServer } from './open-fixture.js';

describe('the official filesystem server over stdio', () => {
  let root: string;
  let files: McpConnection;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'pawl-mcp-'));
    await writeFile(join(root, 'notes.md'), 'remember the milk');
    const args = [officialServer('server-filesystem'), root];
    files = await mcpExecutor({ server: { command: process.execPath, args }, cacheableApproval: ['write_file'] });
  });

  afterAll(async () => {
    await files.close();
    await rm(root, { recursive: true });
  });

  it('is listed with its annotations and schemas', () => {
    const read = files.executor.specs().find(({ name }) => name === 'read_text_file');
    expect(read?.annotations?.readOnlyHint).toBe(true);
    expect(read?.inputSchema['required']).toContain('path');
    expect(files.executor.specs().length).toBeGreaterThan(10);
    expect(files.serverInfo?.name).toContain('filesystem');
  });

  it('answers the questions about a name by the table of defaults', () => {
    const { executor } = files;
    expect(executor.owns('write_file')).toBe(true);
    expect(executor.owns('no_such')).toBe(false);
    expect(executor.needsApproval('read_text_file')).toBe(false);
    expect(executor.needsApproval('write_file')).toBe(true);
    expect(executor.cacheableApproval('write_file')).toBe(true);
    expect(executor.cacheableApproval('move_file')).toBe(false);
    expect(executor.requiredCapabilities('read_text_file')).toBe(ALL);
  });

  it('writes a file once a person has said yes', async () => {
    const path = join(root, 'new.md');
    const call = callOf('write_file', { path, content: 'hello' });
    const asked = await dispatch(files.executor, call);
    expect(asked.status).toBe('pending');
    if (asked.status !== 'pending') return;
    const done = await dispatch(files.executor, call, { approved: asked.request });
    expect(done.status).toBe('executed');
    expect(await readFile(path, 'utf8')).toBe('hello');
  });

  it('fails with the content of an error result, such as for a path outside', async () => {
    const failing = files.executor.execute(callOf('read_text_file', { path: '/etc/passwd' }));
    await expect(failing).rejects.toMatchObject({ code: 'tool-error', outcome: 'failed' });
    await expect(failing).rejects.toHaveProperty('output.isError', true);
    await expect(failing).rejects.toThrow(/denied/);
  });

  it('refuses a worker until the operator speaks of the workspace', async () => {
    const scope = { workerId: 'w', shareIn: [], ceiling: { allow: [], maxFiles: 0, maxBytes: 0 } };
    expect((await files.executor.forWorker(scope)).kind).toBe('refused');
  });

  it('runs calls side by side without mixing them up', async () => {
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const path = join(root, `${index}.txt`);
        await files.executor.execute(callOf('write_file', { path, content: `number ${index}` }));
        const read = await files.executor.execute(callOf('read_text_file', { path }));
        expect(JSON.stringify(read.output)).toContain(`number ${index}`);
      }),
    );
  });
});

describe('the official everything server over stdio', () => {
  it('reports progress, as a callback and as a stream, and leaves no process', async () => {
    const server = { command: process.execPath, args: [officialServer('server-everything'), 'stdio'] };
    const everything = await mcpExecutor({ server });
    const { executor, pid } = everything;
    const seen: ToolProgress[] = [];
    const args = { duration: 0.05, steps: 2 };
    const call = callOf('trigger-long-running-operation', args, { onProgress: (progress) => seen.push(progress) });
    const execution = await executor.execute(call);
    expect(execution.output).toHaveProperty('content.0.type', 'text');
    expect(seen.map(({ fraction }) => fraction)).toEqual([0.5, 1]);

    const streamed = callOf('trigger-long-running-operation', args);
    const asked = await dispatchStream(executor, streamed);
    if (asked.status !== 'pending') throw new Error(asked.status);
    const outcome = await dispatchStream(executor, streamed, { approved: asked.request });
    if (outcome.status !== 'streaming') throw new Error(outcome.status);
    const kinds: string[] = [];
    for await (const chunk of outcome.stream) kinds.push(chunk.kind);
    expect(kinds).toEqual(['progress', 'progress', 'done']);

    const image = await executor.execute(callOf('get-tiny-image'));
    expect(image.output).toHaveProperty('content.1.type', 'image');
    await everything.close();
    expect(isRunning(pid ?? 0)).toBe(false);
  });
});
