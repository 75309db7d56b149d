import { bareScope, defineExecutor, ShareInError, type ToolExecutor, toolCall, type WorkerRoot } from '@pawl/core';
import { describe, expect, it } from 'vitest';
import { sentinel } from '../../test/sentinel.js';
import { toolset } from '../toolset/toolset.js';
import { registry } from './registry.js';
import type { RegistrySource } from './registry-source.js';

const scope = { ...bareScope('w1'), shareIn: ['notes'] };
const free = { description: 'x', needsApproval: false } as const;
const shared = toolset({ clock: { ...free, run: () => 'now' } }, { workspace: 'none' });
const owning = (label: string, names: readonly string[], seeded: readonly string[]): ToolExecutor =>
  sentinel(label, names, { kind: 'rooted', executor: sentinel(`${label}-worker`, names).executor, seeded }).executor;
const source = (name: string, executor: ToolExecutor, prefix = ''): RegistrySource => ({
  name,
  executor,
  prefix,
  origin: 'local-sandbox',
});

describe('registry: workers (WRK-01)', () => {
  it('has no workspace where no source has one', async () => {
    expect(await registry([source('a', shared)]).forWorker(scope)).toEqual({ kind: 'no-workspace' });
  });

  it('is refused as a whole where one source refuses', async () => {
    const error = new ShareInError({ code: 'not-found', path: 'notes' });
    const refusing = defineExecutor({ forWorker: async (): Promise<WorkerRoot> => ({ kind: 'refused', error }) });
    const root = await registry([source('a', owning('a', ['x'], [])), source('b', refusing)]).forWorker(scope);
    expect(root).toEqual({ kind: 'refused', error });
    const undeclared = await registry([source('a', shared), source('b', defineExecutor({}))]).forWorker(scope);
    expect(undeclared).toMatchObject({ kind: 'refused', error: { code: 'undeclared' } });
  });

  it('is refused where a source throws or answers nonsense, and names it', async () => {
    for (const forWorker of [
      () => Promise.reject(new Error('down')),
      async () => undefined as never,
      async () => ({ kind: 'sure' }) as never,
      async () => ({ kind: 'rooted', executor: shared }) as never,
    ]) {
      const root = await registry([source('bad', defineExecutor({ forWorker }))]).forWorker(scope);
      expect(root.kind).toBe('refused');
      expect(root.kind === 'refused' && root.error.message).toContain('"bad"');
    }
  });

  it('composes the worker of the re-rooted and the shared parts, under the same names and origins', async () => {
    const parent = registry([
      source('files', owning('files', ['read'], ['notes/a.md'])),
      source('clock', shared, 'c_'),
      source('db', owning('db', ['query'], ['db.json']), 'db_'),
    ]);
    const root = await parent.forWorker(scope);
    if (root.kind !== 'rooted') throw new Error(root.kind);
    expect(root.seeded).toEqual(['notes/a.md', 'db.json']);
    expect(root.executor.specs().map((spec) => spec.name)).toEqual(['read', 'c_clock', 'db_query']);
    expect(root.executor.requiredCapabilities('read')).toBeGreaterThan(0);
    const { notes } = await root.executor.preDispatch(toolCall({ id: '1', tool: 'read' }));
    expect(notes).toEqual(['files-worker']);
    expect(await root.executor.execute(toolCall({ id: '1', tool: 'c_clock' }))).toEqual({ output: 'now' });
    expect('add' in root.executor).toBe(false);
  });

  it('passes the whole scope to every source', async () => {
    const seen: unknown[] = [];
    const noting = defineExecutor({
      forWorker: async (given): Promise<WorkerRoot> => {
        seen.push(given);
        return { kind: 'no-workspace' };
      },
    });
    await registry([source('a', noting), source('b', noting)]).forWorker(scope);
    expect(seen).toEqual([scope, scope]);
    expect(seen[0]).toBe(scope);
  });

  it('means the same tool by a contested name as its parent does', async () => {
    const late = sentinel('late', [], {
      kind: 'rooted',
      executor: sentinel('late-worker', ['x']).executor,
      seeded: [],
    });
    const parent = registry([source('late', late.executor), source('first', owning('first', ['x'], []))]);
    late.set(['x']);
    expect(parent.ownerOf('x')).toBe('first');
    const root = await parent.forWorker(scope);
    if (root.kind !== 'rooted') throw new Error(root.kind);
    expect((await root.executor.preDispatch(toolCall({ id: '1', tool: 'x' }))).notes).toEqual(['first-worker']);
  });

  it('gives the worker a live catalogue of its own, and workers of its own', async () => {
    const own = sentinel('own', ['x'], { kind: 'no-workspace' });
    const files = owning('files', ['read'], []);
    const root = await registry([source('own', own.executor), source('files', files)]).forWorker(scope);
    if (root.kind !== 'rooted') throw new Error(root.kind);
    let told = 0;
    root.executor.onSpecsChange(() => told++);
    own.set(['x', 'y']);
    expect(told).toBe(1);
    expect(root.executor.owns('y')).toBe(true);
    // The worker's own files do not say what a worker's worker is to do.
    expect((await root.executor.forWorker(scope)).kind).toBe('refused');
  });
});
