import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isToolFailure, type ToolExecutor } from '@pawl/core';
import { checkConformance, executorSubject } from '@pawl/testkit';
import { expect, it } from 'vitest';
import { workspace } from '../src/index.js';
import { callTool } from './call-tool.js';

const roots = new Map<ToolExecutor, string>();

const makeWorkspace = (): ToolExecutor => {
  const root = mkdtempSync(join(tmpdir(), 'pawl-workspace-laws-'));
  writeFileSync(join(root, 'milk.txt'), 'Milk is out.');
  const executor = workspace({ root });
  roots.set(executor, root);
  return executor;
};

const makeWorker = async (): Promise<ToolExecutor> => {
  const parent = makeWorkspace();
  const ceiling = { allow: ['*.txt'], maxFiles: 1, maxBytes: 100 };
  const worker = await parent.forWorker({ workerId: 'call-1', shareIn: ['milk.txt'], ceiling });
  if (worker.kind !== 'rooted') throw new Error(`the worker is ${worker.kind}`);
  roots.set(worker.executor, roots.get(parent) ?? '');
  roots.delete(parent);
  return worker.executor;
};

const subjectOf = (name: string, create: () => ToolExecutor | Promise<ToolExecutor>) =>
  executorSubject({
    name,
    cost: 'slow',
    create,
    dispose: (executor) => {
      rmSync(roots.get(executor) ?? '', { recursive: true, force: true });
      roots.delete(executor);
    },
    sampleCalls: [
      { id: '1', tool: 'file_read', args: { path: 'milk.txt' } },
      { id: '2', tool: 'glob', args: { pattern: '*' } },
    ],
    files: {
      write: async (executor, path, content) => void (await callTool(executor, 'file_write', { path, content })),
      read: async (executor, path) => {
        try {
          return String((await callTool(executor, 'file_read', { path }))['text']);
        } catch (error) {
          if (isToolFailure(error) && error.code === 'not-found') return undefined;
          throw error;
        }
      },
    },
  });

it.each([
  ['a workspace', makeWorkspace],
  ['a worker of a workspace', makeWorker],
] as const)(
  '%s keeps the laws of the contract on a real disk, those of workers and their files included',
  async (name, create) => {
    const report = await checkConformance(subjectOf(name, create), { runs: 20 });
    expect(report.results.flatMap(({ counterexample }) => counterexample?.text ?? [])).toEqual([]);
    expect(report.conformant).toBe(true);
    const passed = report.results.filter(({ verdict }) => verdict === 'pass').map(({ lawId }) => lawId);
    expect(passed).toEqual(expect.arrayContaining(['WRK-03', 'WRK-04']));
    expect(roots.size).toBe(0);
  },
);
