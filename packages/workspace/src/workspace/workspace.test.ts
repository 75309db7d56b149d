import { ALL, type Capability, capabilities, dispatch, dispatchStream } from '@pawl/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { callTool, failureOf } from '../../test/call-tool.js';
import { temporaryRoot } from '../../test/temporary-root.js';
import { type WorkspaceOptions, workspace } from '../index.js';

const open = (options: Partial<WorkspaceOptions> = {}) =>
  workspace({ root: temporaryRoot({ 'a.txt': 'text' }).root, ...options });

const needs: readonly (readonly [string, readonly Capability[], boolean])[] = [
  ['file_read', ['local-read'], false],
  ['file_write', ['local-read', 'local-write'], true],
  ['file_edit', ['local-read', 'local-write'], true],
  ['glob', ['local-read'], false],
  ['grep', ['local-read'], false],
  ['shell_exec', ['local-read', 'local-write'], true],
];

describe('workspace', () => {
  it('offers its tools with what they need, and asks before anything changes', () => {
    const files = open();
    expect(files.specs().map(({ name }) => name)).toEqual(needs.map(([name]) => name));
    for (const [name, required, asks] of needs) {
      expect(files.requiredCapabilities(name)).toBe(capabilities(...required));
      expect(files.needsApproval(name)).toBe(asks);
      expect(files.ingestsUntrustedContent(name)).toBe(false);
      expect(files.cacheableApproval(name)).toBe(name !== 'shell_exec');
    }
  });

  it('answers strictly for a name that it does not have', async () => {
    const files = open({ shell: 'none' });
    for (const name of ['shell_exec', 'constructor', '__proto__', 'FILE_READ']) {
      expect(files.owns(name)).toBe(false);
      expect(files.requiredCapabilities(name)).toBe(ALL);
      expect(files.needsApproval(name)).toBe(true);
      expect(files.ingestsUntrustedContent(name)).toBe(true);
      expect((await failureOf(callTool(files, name, {}))).code).toBe('unknown-tool');
    }
  });

  it('has schemas that are JSON Schema, and the same catalogue each time', () => {
    const files = open();
    const ajv = new Ajv2020({ strict: true });
    for (const { inputSchema } of files.specs()) expect(() => ajv.compile(inputSchema)).not.toThrow();
    expect(files.specs()).toBe(files.specs());
  });

  it('taints with every result where its files come from outside', () => {
    const files = open({ content: 'outside' });
    for (const { name } of files.specs()) expect(files.ingestsUntrustedContent(name)).toBe(true);
  });

  it('goes to a person through dispatch for what the fence would refuse, and is refused all the same', async () => {
    const files = open();
    const call = { id: 'c', tool: 'file_read', args: { path: '../x' } };
    const pending = await dispatch(files, call, { escalateSandboxDenials: true });
    if (pending.status !== 'pending') throw new Error(pending.status);
    expect(pending.request.sandboxEscalation).toBe(true);
    const after = await dispatch(files, call, { escalateSandboxDenials: true, approved: pending.request });
    expect(after).toMatchObject({ status: 'failed', failure: { code: 'refused' } });
  });

  it('does not pretend to stream what it cannot', async () => {
    const outcome = await dispatchStream(open(), { id: 'c', tool: 'file_read', args: { path: 'a.txt' } });
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'unsupported' } });
  });

  it('refuses options that cannot be meant', () => {
    const { root } = temporaryRoot();
    const wrong: readonly object[] = [
      { rot: root },
      { limits: { results: 0 } },
      { limits: { result: 1 } },
      { content: 'mine' },
      { shell: { timeoutMs: -1 } },
      { shell: { programm: '/bin/sh' } },
      { shell: { env: { 'A B': '' } } },
      { shell: { readOnly: ['relative'] } },
      { shell: { bubblewrap: 'bwrap' } },
    ];
    for (const options of wrong) expect(() => workspace({ root, ...options })).toThrow(/^workspace: `/);
  });

  it('leaves no descriptor open', async () => {
    if (process.platform !== 'linux') return;
    const { readdirSync } = await import('node:fs');
    const files = open({ shell: 'none' });
    const use = async (): Promise<void> => {
      await callTool(files, 'file_read', { path: 'a.txt' });
      await callTool(files, 'file_write', { path: 'd/b.txt', content: '' });
      await callTool(files, 'grep', { pattern: 't.xt' });
      await failureOf(callTool(files, 'file_read', { path: 'd' }));
      await failureOf(callTool(files, 'file_read', { path: 'a.txt/x' }));
      await failureOf(callTool(files, 'file_read', { path: 'none/x' }));
      const ceiling = { allow: ['**'], maxFiles: 9, maxBytes: 9 };
      await files.forWorker({ workerId: 'w', shareIn: ['a.txt', 'd'], ceiling });
      await files.forWorker({ workerId: 'w', shareIn: ['none'], ceiling });
    };
    await use();
    const before = readdirSync('/proc/self/fd').length;
    for (let turn = 0; turn < 10; turn += 1) await use();
    expect(readdirSync('/proc/self/fd').length).toBeLessThan(before + 5);
  });
});
