import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ToolExecutor, toolCall } from '@pawl/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callTool, failureOf } from '../../test/call-tool.js';
import { temporaryRoot } from '../../test/temporary-root.js';
import { executorOver } from '../workspace/executor-over.js';
import { workspace } from '../workspace/workspace.js';
import { openRoot } from './open-root.js';
import { parsePath } from './parse-path.js';
import { descriptorPins, type Pins, pathPins } from './pins.js';

const waysToHold: readonly (readonly [string, Pins])[] =
  process.platform === 'linux'
    ? [
        ['descriptors', descriptorPins],
        ['paths', pathPins],
      ]
    : [['paths', pathPins]];

const secret = 'the secret outside';

interface Scene {
  readonly root: string;
  readonly outside: string;
  readonly executor: ToolExecutor;
}

/** Every kind of way out, each once to something that is there and once to something that is not. */
const scene = (pins: Pins): Scene => {
  const { root, outside } = temporaryRoot({ 'in/file.txt': 'inside', 'case.txt': 'inside' });
  writeFileSync(join(outside, 'present'), secret);
  writeFileSync(join(root, '..', 'root-evil'), secret);
  for (const target of ['present', 'absent']) {
    symlinkSync(join(outside, target), join(root, `link-${target}`));
    symlinkSync(`../outside/${target}`, join(root, `relative-${target}`));
    symlinkSync(`link-${target}`, join(root, `chain-${target}`));
    symlinkSync(`in/../../outside/${target}`, join(root, `detour-${target}`));
    symlinkSync(`/proc/self/root${join(outside, target)}`, join(root, `proc-${target}`));
  }
  symlinkSync(outside, join(root, 'directory'));
  symlinkSync('..', join(root, 'parent'));
  symlinkSync('loop', join(root, 'loop'));
  return { root, outside, executor: executorOver(openRoot(root, pins), { shell: 'none' }) };
};

const pairs = (...forms: readonly string[]): readonly string[] =>
  forms.flatMap((form) => [form.replace('X', 'present'), form.replace('X', 'absent')]);

const escapes = (outside: string): readonly string[] => [
  ...pairs('link-X', 'relative-X', 'chain-X', 'detour-X', 'proc-X', 'directory/X', 'parent/outside/X', 'link-X/below'),
  ...pairs('../outside/X', 'in/../../outside/X', `${outside}/X`, '..\\outside\\X', 'C:\\outside\\X', 'C:/X', '//h/X'),
  ...pairs(
    'in/file.txt\0X',
    '．．/outside/X',
    '‥/outside/X',
    'in/．．/．．／outside/X',
    '../root-evil',
    '../root-evil-X',
  ),
  ...['..', '/', '/etc/passwd', '/proc/self/fd/0', '/proc/self/cwd', 'directory', 'parent', 'parent/root', 'loop', ''],
];

const writes = (path: string): readonly (readonly [string, object])[] => [
  ['file_read', { path }],
  ['file_write', { path, content: 'broken' }],
  ['file_edit', { path, old_string: 'secret', new_string: 'broken' }],
  ['glob', { pattern: '*', path }],
  ['grep', { pattern: 'secret', path }],
];

describe.each(waysToHold)('the fence, holding %s', (_name, pins) => {
  it('refuses every way out, for every tool, and touches nothing outside', async () => {
    const { outside, root, executor } = scene(pins);
    for (const path of escapes(outside)) {
      for (const [tool, args] of writes(path)) {
        const failure = await failureOf(callTool(executor, tool, args));
        expect([path, tool, failure.outcome]).toEqual([path, tool, 'not-started']);
        expect(['refused', ...(path === '' ? ['invalid-arguments'] : [])]).toContain(failure.code);
        expect(failure.message).not.toContain(secret);
      }
    }
    expect(readdirSync(outside)).toEqual(['present']);
    expect(readFileSync(join(outside, 'present'), 'utf8')).toBe(secret);
    expect(readdirSync(join(root, '..')).sort()).toEqual(['outside', 'root', 'root-evil']);
  });

  it('refuses what is there and what is not in the same words', async () => {
    const { executor } = scene(pins);
    for (const form of ['link-X', 'relative-X', 'chain-X', 'detour-X', 'proc-X', 'directory/X', '../outside/X']) {
      for (const tool of ['file_read', 'glob', 'grep']) {
        const of = async (target: string): Promise<string> => {
          const path = form.replace('X', target);
          const args = tool === 'file_read' ? { path } : { path, pattern: 'a' };
          const { message, code } = await failureOf(callTool(executor, tool, args));
          return `${code}: ${message.replaceAll(target, 'X')}`;
        };
        expect(await of('present')).toBe(await of('absent'));
      }
    }
  });

  it('says beforehand, without touching anything, what it would refuse', async () => {
    const { root, outside, executor } = scene(pins);
    const before = readdirSync(root);
    const deny = (path: string): Promise<boolean> =>
      executor.sandboxWouldDeny(toolCall({ id: 'q', tool: 'file_write', args: { path, content: '' } }));
    for (const path of escapes(outside)) expect([path, await deny(path)]).toEqual([path, true]);
    for (const path of ['.pawl/workers/w/x', '.PAWL/x', '.pa\u200dwl/x', '.pawl']) expect(await deny(path)).toBe(true);
    for (const path of ['in/file.txt', 'new', 'new/deep', 'in/file.txt/below', './in//file.txt']) {
      expect([path, await deny(path)]).toEqual([path, false]);
    }
    expect(readdirSync(root)).toEqual(before);
  });

  it('refuses a new file under a linked parent that leads out', async () => {
    const { outside, executor } = scene(pins);
    const write = callTool(executor, 'file_write', { path: 'directory/new/file.txt', content: 'x' });
    expect((await failureOf(write)).code).toBe('refused');
    expect(existsSync(join(outside, 'new'))).toBe(false);
  });

  it('follows links that stay inside, and writes through them to where they lead', async () => {
    const { root, executor } = scene(pins);
    symlinkSync('in', join(root, 'inner'));
    symlinkSync('../case.txt', join(root, 'in', 'up'));
    symlinkSync(join(root, 'case.txt'), join(root, 'absolute'));
    symlinkSync('in/made-later', join(root, 'dangling'));
    expect(await callTool(executor, 'file_read', { path: 'inner/file.txt' })).toMatchObject({ text: 'inside' });
    expect(await callTool(executor, 'file_read', { path: 'inner/up' })).toMatchObject({ text: 'inside' });
    await callTool(executor, 'file_write', { path: 'absolute', content: 'new' });
    await callTool(executor, 'file_write', { path: 'dangling', content: 'made' });
    expect(readFileSync(join(root, 'case.txt'), 'utf8')).toBe('new');
    expect(readFileSync(join(root, 'in', 'made-later'), 'utf8')).toBe('made');
  });

  it('works in a root that lies behind a link', async () => {
    const { root, outside } = temporaryRoot({ 'a.txt': 'here' });
    symlinkSync(root, join(outside, 'alias'));
    const executor = executorOver(openRoot(join(outside, 'alias'), pins), { shell: 'none' });
    expect(await callTool(executor, 'file_read', { path: 'a.txt' })).toMatchObject({ text: 'here' });
    await callTool(executor, 'file_write', { path: 'b/c.txt', content: 'x' });
    expect(readFileSync(join(root, 'b/c.txt'), 'utf8')).toBe('x');
  });

  it('lists no link that leads out, and no name of what lies there', async () => {
    const { executor } = scene(pins);
    const { paths } = await callTool(executor, 'glob', { pattern: '**/*' });
    expect(paths).toEqual(['case.txt', 'in/file.txt']);
    expect(await callTool(executor, 'grep', { pattern: 'secret' })).toMatchObject({ matches: [] });
  });

  it('names neither the root nor what lies outside in any failure', async () => {
    const { root, outside, executor } = scene(pins);
    for (const path of [...escapes(outside).filter((one) => !one.startsWith('/')), 'nothing', 'in']) {
      const failure = await failureOf(callTool(executor, 'file_read', { path }));
      expect(JSON.stringify([failure.message, failure.stack?.split('\n')[0], failure.cause])).not.toContain(root);
    }
  });
});

describe('the fence', () => {
  it('lets no path built from hostile parts read what lies outside', async () => {
    const { executor } = scene(openRoot('/tmp').pins);
    const part = fc.constantFrom(
      '..',
      '.',
      '',
      'in',
      'parent',
      'directory',
      'outside',
      'present',
      'root',
      'link-present',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const path = parts.join('/');
        fc.pre(path !== '');
        const outcome = await callTool(executor, 'file_read', { path }).catch((error: Error) => error.message);
        expect(JSON.stringify(outcome)).not.toContain(secret);
      }),
      { numRuns: 300 },
    );
  });

  it('takes names with dots, spaces and colons for what they are', () => {
    expect(parsePath('./a//b/./c')).toEqual(['a', 'b', 'c']);
    expect(parsePath('...')).toEqual(['...']);
    expect(parsePath('a b/..c/d..')).toEqual(['a b', '..c', 'd..']);
    expect(parsePath('.')).toEqual([]);
  });

  it('refuses what is no directory, is relative, or is everything', () => {
    const { root } = temporaryRoot({ file: 'x' });
    for (const wrong of [join(root, 'file'), join(root, 'nothing'), 'relative', '', '/', '/x\0y']) {
      expect(() => workspace({ root: wrong })).toThrow(TypeError);
    }
  });

  it('refuses a root that another directory has taken the place of', async () => {
    const { root, outside } = temporaryRoot({ 'a.txt': 'x' });
    const { renameSync } = await import('node:fs');
    const files = workspace({ root, shell: 'none' });
    renameSync(root, join(outside, 'moved'));
    mkdirSync(root);
    expect((await failureOf(callTool(files, 'file_write', { path: 'b.txt', content: 'x' }))).code).toBe('refused');
  });

  it('opens no pipe, socket or device', async () => {
    const { root } = temporaryRoot();
    const { execFileSync } = await import('node:child_process');
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const files = workspace({ root, shell: 'none' });
    for (const tool of ['file_read', 'file_write']) {
      const failure = await failureOf(
        callTool(files, tool, { path: 'pipe', ...(tool === 'file_write' ? { content: '' } : {}) }),
      );
      expect(failure.message).toContain('a named pipe');
    }
    expect(await callTool(files, 'grep', { pattern: 'x' })).toMatchObject({ files: 0 });
  });

  it('sees a hard link as the file that it is', async () => {
    const { root } = temporaryRoot({ 'a.txt': 'same' });
    linkSync(join(root, 'a.txt'), join(root, 'b.txt'));
    const files = workspace({ root, shell: 'none' });
    expect(await callTool(files, 'file_read', { path: 'b.txt' })).toMatchObject({ text: 'same' });
  });
});
