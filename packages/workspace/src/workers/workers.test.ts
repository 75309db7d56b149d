import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareScope, type ShareInCeiling, type ToolExecutor, type WorkerRoot } from '@pawl/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callTool, failureOf } from '../../test/call-tool.js';
import { temporaryRoot } from '../../test/temporary-root.js';
import { openRoot } from '../fence/open-root.js';
import type { Pins } from '../fence/pins.js';
import { removeWorkerSubtree, workerSubtrees, workspace } from '../index.js';
import { executorOver } from '../workspace/executor-over.js';
import { workerDirectory, workerIdOf } from './worker-directory.js';

const wide: ShareInCeiling = { allow: ['**'], maxFiles: 1_000, maxBytes: 1_000_000 };

const rooted = (made: WorkerRoot): ToolExecutor => {
  if (made.kind !== 'rooted')
    throw new Error(`not rooted: ${made.kind === 'refused' ? made.error.message : made.kind}`);
  return made.executor;
};

const refusal = async (root: string, shareIn: readonly string[], ceiling: ShareInCeiling = wide) => {
  const made = await workspace({ root, shell: 'none' }).forWorker({ workerId: 'w', shareIn, ceiling });
  return made.kind === 'refused' ? made.error.detail : made.kind;
};

const textOf = async (executor: ToolExecutor, path: string): Promise<string | undefined> => {
  try {
    return String((await callTool(executor, 'file_read', { path }))['text']);
  } catch {
    return undefined;
  }
};

describe('a worker', () => {
  it('never sees or changes files of its parent, of another worker, or of its own workers', async () => {
    const names = ['a.txt', 'dir/b.txt', 'dir/deep/c.txt'];
    const step = fc.record({ who: fc.nat(3), path: fc.constantFrom(...names), content: fc.string({ maxLength: 4 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const { root } = temporaryRoot();
        const parent = workspace({ root, shell: 'none' });
        const [one, two] = (await Promise.all(['one', 'two'].map((id) => parent.forWorker(bareScope(id))))).map(rooted);
        if (one === undefined || two === undefined) throw new Error('two workers');
        const nested = rooted(await one.forWorker(bareScope('two')));
        const all = [parent, one, two, nested];
        const models = all.map(() => new Map<string, string>());
        await Promise.all(
          all.map(async (executor, who) => {
            for (const { path, content } of steps.filter((each) => each.who === who)) {
              await callTool(executor, 'file_write', { path, content });
              models[who]?.set(path, content);
            }
          }),
        );
        for (const [who, executor] of all.entries()) {
          for (const name of names) expect(await textOf(executor, name)).toBe(models[who]?.get(name));
          const { paths } = await callTool(executor, 'glob', { pattern: '**', hidden: true });
          expect(paths).toEqual(expect.arrayContaining([...(models[who]?.keys() ?? [])]));
          expect(paths).toHaveLength(models[who]?.size ?? 0);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('cannot be reached by any tool of its parent', async () => {
    const { root } = temporaryRoot();
    const parent = workspace({ root, shell: 'none' });
    const worker = rooted(await parent.forWorker(bareScope('w')));
    await callTool(worker, 'file_write', { path: 'a.txt', content: 'secret' });
    symlinkSync('.pawl/workers/w', join(root, 'link'));
    symlinkSync(join(root, '.pawl/workers/w/a.txt'), join(root, 'file'));
    for (const path of [
      '.pawl/workers/w/a.txt',
      'link/a.txt',
      'file',
      './.pawl/workers/w/a.txt',
      '.PAWL/workers/w/a.txt',
    ]) {
      for (const [tool, args] of [
        ['file_read', { path }],
        ['file_write', { path, content: 'x' }],
        ['file_edit', { path, old_string: 'secret', new_string: 'x' }],
        ['grep', { pattern: 'secret', path }],
        ['glob', { pattern: '**', path }],
      ] as const) {
        expect([tool, path, (await failureOf(callTool(parent, tool, args))).code]).toEqual([tool, path, 'refused']);
      }
    }
    expect(await callTool(parent, 'grep', { pattern: 'secret', hidden: true })).toMatchObject({ matches: [] });
    expect(await textOf(worker, 'a.txt')).toBe('secret');
  });

  it('cannot reach out of its own root', async () => {
    const { root } = temporaryRoot({ 'parent.txt': 'parent' });
    const worker = rooted(await workspace({ root, shell: 'none' }).forWorker(bareScope('w')));
    for (const path of ['../../../parent.txt', '../x', join(root, 'parent.txt')]) {
      expect((await failureOf(callTool(worker, 'file_read', { path }))).code).toBe('refused');
    }
    expect(await textOf(worker, 'parent.txt')).toBeUndefined();
  });

  it('has its own ledger', async () => {
    const { root } = temporaryRoot({ 'a.txt': 'old' });
    const parent = workspace({ root, shell: 'none' });
    await callTool(parent, 'file_read', { path: 'a.txt' }, { session: 's' });
    const worker = rooted(await parent.forWorker({ workerId: 'w', shareIn: ['a.txt'], ceiling: wide }));
    const edit = callTool(
      worker,
      'file_edit',
      { path: 'a.txt', old_string: 'old', new_string: 'new' },
      { session: 's' },
    );
    expect((await failureOf(edit)).message).toContain('read it first');
  });

  it('gets a subtree inside the root whatever its id is, and no two ids share one', async () => {
    const { root } = temporaryRoot();
    const parent = workspace({ root, shell: 'none' });
    const nasty = [
      '../../x',
      '/etc',
      '..',
      '.',
      'a/b',
      'A',
      'a',
      'ä',
      'a\0b',
      '~2',
      'x'.repeat(5_000),
      'CON',
      ' ',
      '%2f',
      '*',
    ];
    for (const workerId of nasty) {
      const worker = rooted(await parent.forWorker(bareScope(workerId)));
      await callTool(worker, 'file_write', { path: 'id.txt', content: workerId.slice(0, 10) });
    }
    expect(readdirSync(root)).toEqual(['.pawl']);
    expect(workerSubtrees(root)).toHaveLength(nasty.length);
    for (const workerId of ['', '\ud800', undefined]) {
      expect((await parent.forWorker(bareScope(workerId as string))).kind).toBe('refused');
    }
  });

  it('is named so that its id can be told, and case never matters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), fc.string({ minLength: 1 }), (a, b) => {
        fc.pre(!/\p{Surrogate}/u.test(a));
        expect(workerDirectory(a)).toMatch(/^[a-z0-9_%-]+$/);
        expect(workerIdOf(workerDirectory(a))).toBe(a);
        if (a !== b) expect(workerDirectory(a).toLowerCase()).not.toBe(workerDirectory(b).toLowerCase());
      }),
    );
  });

  it('gets a new subtree when the same delegation is tried again', async () => {
    const { root } = temporaryRoot();
    const parent = workspace({ root, shell: 'none' });
    const [first, second] = (await Promise.all([1, 2].map(() => parent.forWorker(bareScope('w'))))).map(rooted);
    if (first === undefined || second === undefined) throw new Error('two workers');
    await callTool(first, 'file_write', { path: 'a.txt', content: 'first' });
    expect(await textOf(second, 'a.txt')).toBeUndefined();
    expect(workerSubtrees(root).map(({ workerId }) => workerId)).toEqual(['w', 'w']);
  });

  it('is refused, never given the shared root, where its folder cannot be made', async () => {
    const { root, outside } = temporaryRoot();
    symlinkSync(outside, join(root, '.pawl'));
    expect((await workspace({ root }).forWorker(bareScope('w'))).kind).toBe('refused');
    expect(readdirSync(outside)).toEqual([]);
  });
});

describe('share-in', () => {
  it('copies files and directories to the same place, and says which', async () => {
    const { root } = temporaryRoot({
      'a/b/c.txt': 'c',
      'a/d.txt': 'd',
      'e.txt': 'e',
      'f.txt': 'f',
      'node_modules/x.js': 'x',
    });
    const parent = workspace({ root, shell: 'none' });
    const made = await parent.forWorker({
      workerId: 'w',
      shareIn: ['e.txt', 'a', 'node_modules', 'a/d.txt'],
      ceiling: wide,
    });
    expect(made).toMatchObject({ kind: 'rooted', seeded: ['e.txt', 'a/d.txt', 'a/b/c.txt', 'node_modules/x.js'] });
    const worker = rooted(made);
    expect([await textOf(worker, 'a/b/c.txt'), await textOf(worker, 'f.txt')]).toEqual(['c', undefined]);
    await callTool(worker, 'file_write', { path: 'e.txt', content: 'changed' });
    expect(readFileSync(join(root, 'e.txt'), 'utf8')).toBe('e');
  });

  it('shares the whole root without the workers in it', async () => {
    const { root } = temporaryRoot({ 'a.txt': 'a' });
    const parent = workspace({ root, shell: 'none' });
    await callTool(rooted(await parent.forWorker(bareScope('one'))), 'file_write', {
      path: 's.txt',
      content: 'secret',
    });
    const made = await parent.forWorker({
      workerId: 'two',
      shareIn: ['.'],
      ceiling: { ...wide, allow: ['**', '.pawl/**', '**/.*'] },
    });
    expect(made).toMatchObject({ kind: 'rooted', seeded: ['a.txt'] });
    expect(await refusal(root, ['.pawl/workers/one/s.txt'])).toMatchObject({ code: 'worker-subtree' });
    expect(await refusal(root, ['.pawl'])).toMatchObject({ code: 'worker-subtree' });
  });

  it('is refused as a whole for the first thing that may not be shared', async () => {
    const { root, outside } = temporaryRoot({ 'a.txt': 'aaaa', 'b/c.txt': 'cc', 'b/d.md': 'd', 'e/.env': 'x' });
    writeFileSync(join(outside, 'secret'), 'secret');
    mkdirSync(join(root, 'links'));
    symlinkSync(join(outside, 'secret'), join(root, 'links/out'));
    mkdirSync(join(root, 'rounds'));
    symlinkSync('..', join(root, 'rounds/up'));
    const allow = (...globs: readonly string[]): ShareInCeiling => ({ ...wide, allow: globs });
    expect(await refusal(root, ['a.txt', '../outside/secret'])).toMatchObject({
      code: 'escapes',
      path: '../outside/secret',
    });
    expect(await refusal(root, [join(root, 'a.txt')])).toMatchObject({ code: 'escapes' });
    expect(await refusal(root, ['links'])).toMatchObject({ code: 'escapes', path: 'links/out' });
    expect(await refusal(root, ['rounds'])).toMatchObject({ code: 'io', path: 'rounds/up' });
    expect(await refusal(root, ['nothing'])).toMatchObject({ code: 'not-found', path: 'nothing' });
    expect(await refusal(root, ['a.txt/x'])).toMatchObject({ code: 'not-found' });
    expect(await refusal(root, ['b'], allow('b/*.txt'))).toEqual({ code: 'outside-ceiling', path: 'b/d.md' });
    expect(await refusal(root, ['e'])).toEqual({ code: 'outside-ceiling', path: 'e/.env' });
    expect(await refusal(root, ['a.txt'], { allow: [], maxFiles: 1, maxBytes: 1 })).toMatchObject({
      code: 'outside-ceiling',
    });
    expect(await refusal(root, ['a.txt', 'b'], { ...wide, maxFiles: 2 })).toEqual({
      code: 'too-many-files',
      found: 3,
      limit: 2,
    });
    expect(await refusal(root, ['a.txt', 'b'], { ...wide, maxBytes: 6 })).toEqual({
      code: 'too-many-bytes',
      found: 7,
      limit: 6,
    });
    expect(await refusal(root, ['a.txt'], { ...wide, maxFiles: Number.NaN })).toMatchObject({ code: 'too-many-files' });
    expect(await refusal(root, ['a.txt'], allow('{'))).toMatchObject({ code: 'io' });
    expect(existsSync(join(root, '.pawl/workers')) ? readdirSync(join(root, '.pawl/workers')) : []).toEqual([]);
    expect(await refusal(root, ['a.txt', 'b'], { ...wide, maxFiles: 3, maxBytes: 7 })).toBe('rooted');
  });

  it('leaves nothing of a worker whose files grow past the ceiling while they are copied', async () => {
    const { root } = temporaryRoot({ 'a.txt': 'a', 'b.txt': 'b' });
    const open = openRoot(root);
    let looks = 0;
    const pin: Pins['pin'] = (path) => {
      if (path.endsWith('/b.txt')) looks += 1;
      if (looks === 2) writeFileSync(join(root, 'b.txt'), 'much more than before');
      return open.pins.pin(path);
    };
    const parent = executorOver({ ...open, pins: { ...open.pins, pin } }, { shell: 'none' });
    const made = await parent.forWorker({
      workerId: 'w',
      shareIn: ['a.txt', 'b.txt'],
      ceiling: { ...wide, maxBytes: 2 },
    });
    expect(made).toMatchObject({ kind: 'refused', error: { code: 'too-many-bytes' } });
    expect(workerSubtrees(root)).toEqual([]);
  });

  it('takes a link to a file only where the ceiling means both its name and its target', async () => {
    const { root } = temporaryRoot({ 'private/key.txt': 'key', 'public/a.txt': 'a' });
    symlinkSync('../private/key.txt', join(root, 'public/link.txt'));
    expect(await refusal(root, ['public'], { ...wide, allow: ['public/**'] })).toEqual({
      code: 'outside-ceiling',
      path: 'public/link.txt',
    });
    const made = await workspace({ root }).forWorker({ workerId: 'v', shareIn: ['public'], ceiling: wide });
    expect(await textOf(rooted(made), 'public/link.txt')).toBe('key');
  });
});

describe('left-over subtrees', () => {
  it('can be listed and removed, and nothing is made by looking', async () => {
    const { root, outside } = temporaryRoot();
    writeFileSync(join(outside, 'keep'), 'x');
    expect(workerSubtrees(root)).toEqual([]);
    await removeWorkerSubtree(root, 'nothing');
    expect(readdirSync(root)).toEqual([]);
    const parent = workspace({ root, shell: 'none' });
    for (const id of ['call_B', 'call_A']) rooted(await parent.forWorker(bareScope(id)));
    symlinkSync(outside, join(root, '.pawl/workers/call_%41/link'));
    expect(workerSubtrees(root)).toEqual([
      { directory: 'call_%41', workerId: 'call_A' },
      { directory: 'call_%42', workerId: 'call_B' },
    ]);
    await removeWorkerSubtree(root, 'call_%41');
    expect(workerSubtrees(root)).toHaveLength(1);
    expect(readdirSync(outside)).toEqual(['keep']);
    for (const wrong of ['..', '.', '', 'a/b', '../x'])
      await expect(removeWorkerSubtree(root, wrong)).rejects.toThrow(TypeError);
  });
});
