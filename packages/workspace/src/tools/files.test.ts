import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callTool, failureOf } from '../../test/call-tool.js';
import { temporaryRoot } from '../../test/temporary-root.js';
import { type WorkspaceOptions, workspace } from '../index.js';

const open = (files: Readonly<Record<string, string | Uint8Array>>, options: Partial<WorkspaceOptions> = {}) => {
  const { root } = temporaryRoot(files);
  return { root, files: workspace({ root, shell: 'none', ...options }), at: (path: string) => join(root, path) };
};

describe('file_read', () => {
  it('gives a text with what is needed to know where one is', async () => {
    const { files } = open({ 'a.txt': 'one\ntwo\n' });
    expect(await callTool(files, 'file_read', { path: 'a.txt' })).toEqual({
      path: 'a.txt',
      text: 'one\ntwo\n',
      encoding: 'utf-8',
      line_ending: 'lf',
      first_line: 1,
      last_line: 2,
      total_lines: 2,
    });
  });

  it('cuts a long text with a mark', async () => {
    const { files } = open({ 'a.txt': 'line\n'.repeat(100) }, { limits: { readCharacters: 50 } });
    const { text, cut } = await callTool(files, 'file_read', { path: 'a.txt', offset: 11 });
    expect(text).toBe('line\n'.repeat(10));
    expect(cut).toBe('lines 11 to 20 of 100 shown: go on with offset 21');
  });

  it('says that a file is larger than what is looked at, and stays whole at the end', async () => {
    const { files } = open({ 'a.txt': 'é\n'.repeat(10) }, { limits: { fileBytes: 7 } });
    const { text, cut } = await callTool(files, 'file_read', { path: 'a.txt' });
    expect(text).toBe('é\né\n');
    expect(cut).toBe('only the first 7 of 30 bytes were looked at');
  });

  it('tells size and type of what is no text, and gives its bytes when asked', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2]);
    const { files } = open({ 'a.png': png });
    const told = await callTool(files, 'file_read', { path: 'a.png' });
    expect(told).toMatchObject({ binary: true, size: 11, media_type: 'image/png' });
    expect(told).not.toHaveProperty('base64');
    const given = await callTool(files, 'file_read', { path: 'a.png', as: 'base64' });
    expect(given).toEqual({
      path: 'a.png',
      binary: true,
      size: 11,
      media_type: 'image/png',
      base64: png.toString('base64'),
    });
  });

  it('refuses arguments that its schema does not have, before anything happens', async () => {
    const { files } = open({ 'a.txt': '' });
    for (const args of [
      undefined,
      null,
      [],
      {},
      { path: 1 },
      { path: 'a.txt', offset: 0 },
      { path: 'a.txt', limit: 1.5 },
      { path: 'a.txt', as: 'hex' },
      { path: 'a.txt', mode: 1 },
      { path: 'x'.repeat(5_000) },
    ]) {
      const failure = await failureOf(
        files.execute({
          id: 'c',
          tool: 'file_read',
          attempt: 1,
          ...(args === undefined ? {} : { args: args as never }),
        }),
      );
      expect(failure).toMatchObject({ code: 'invalid-arguments', outcome: 'not-started' });
      expect(failure.message).toContain('file_read was not run');
    }
  });

  it('does nothing for a call that nobody waits for', async () => {
    const { files } = open({ 'a.txt': '' });
    const signal = AbortSignal.abort();
    for (const [tool, args] of [
      ['file_read', { path: 'a.txt' }],
      ['file_write', { path: 'b', content: '' }],
      ['glob', { pattern: '*' }],
      ['grep', { pattern: 'a' }],
    ] as const) {
      expect((await failureOf(callTool(files, tool, args, { signal }))).code).toBe('cancelled');
    }
  });
});

describe('file_write', () => {
  it('makes a file, and the directories on the way', async () => {
    const { files, at, root } = open({});
    const made = await callTool(files, 'file_write', { path: 'a/b/c.txt', content: 'é' });
    expect(made).toEqual({ path: 'a/b/c.txt', created: true, bytes: 2 });
    expect(readFileSync(at('a/b/c.txt'), 'utf8')).toBe('é');
    expect(readdirSync(root)).toEqual(['a']);
  });

  it('keeps permissions, encoding and line ends of what it replaces', async () => {
    const { files, at } = open({ 'a.sh': '#!/bin/sh\r\n', 'b.txt': Buffer.from('\ufeffold', 'utf16le') });
    chmodSync(at('a.sh'), 0o750);
    await callTool(files, 'file_write', { path: 'a.sh', content: 'one\ntwo\n' });
    await callTool(files, 'file_write', { path: 'b.txt', content: 'new' });
    expect(readFileSync(at('a.sh'), 'utf8')).toBe('one\r\ntwo\r\n');
    expect(statSync(at('a.sh')).mode & 0o777).toBe(0o750);
    expect(readFileSync(at('b.txt'))).toEqual(Buffer.from('\ufeffnew', 'utf16le'));
    await callTool(files, 'file_write', { path: 'b.txt', content: 'plain', encoding: 'utf-8' });
    expect(readFileSync(at('b.txt'), 'utf8')).toBe('plain');
  });

  it('writes bytes from base64, and refuses what is none', async () => {
    const { files, at } = open({});
    await callTool(files, 'file_write', { path: 'a.bin', content: 'AAH/', encoding: 'base64' });
    expect([...readFileSync(at('a.bin'))]).toEqual([0, 1, 255]);
    const failure = await failureOf(
      callTool(files, 'file_write', { path: 'a.bin', content: 'no!', encoding: 'base64' }),
    );
    expect(failure.code).toBe('invalid-arguments');
  });

  it('makes nothing for a call that cannot be run', async () => {
    const { files, root } = open({});
    await failureOf(callTool(files, 'file_write', { path: 'new/a.bin', content: '!', encoding: 'base64' }));
    expect(readdirSync(root)).toEqual([]);
  });

  it('replaces also what is too large to be looked at', async () => {
    const { files, at } = open({ 'a.txt': 'x'.repeat(20) }, { limits: { fileBytes: 10 } });
    await callTool(files, 'file_write', { path: 'a.txt', content: 'new' });
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('new');
  });

  it('leaves read-only files, directories and what is too large alone', async () => {
    const { files, at } = open({ 'locked.txt': 'old', 'dir/x': '' }, { limits: { writeBytes: 10 } });
    chmodSync(at('locked.txt'), 0o444);
    expect((await failureOf(callTool(files, 'file_write', { path: 'locked.txt', content: '' }))).message).toContain(
      'read-only',
    );
    expect((await failureOf(callTool(files, 'file_write', { path: 'dir', content: '' }))).message).toContain(
      'a directory',
    );
    expect((await failureOf(callTool(files, 'file_write', { path: '.', content: '' }))).message).toContain(
      'a directory',
    );
    const large = await failureOf(callTool(files, 'file_write', { path: 'new', content: 'x'.repeat(11) }));
    expect(large.code).toBe('invalid-arguments');
    expect(readFileSync(at('locked.txt'), 'utf8')).toBe('old');
  });
});

describe('file_edit', () => {
  const edit = (path: string, old_string: string, new_string: string) => ({ path, old_string, new_string });

  it('changes what was read, and keeps encoding and line ends', async () => {
    const contents = ['a\r\nold\r\n', '\ufeffa\nold\n'].map((text) => Buffer.from(text));
    const { files, at } = open({
      crlf: contents[0] ?? '',
      bom: contents[1] ?? '',
      latin: Buffer.from('caf\xe9 old', 'latin1'),
    });
    for (const path of ['crlf', 'bom', 'latin']) {
      await callTool(files, 'file_read', { path });
      expect(await callTool(files, 'file_edit', edit(path, 'old', 'new'))).toMatchObject({ path, replaced: 1 });
    }
    expect(readFileSync(at('crlf'), 'utf8')).toBe('a\r\nnew\r\n');
    expect(readFileSync(at('bom'), 'utf8')).toBe('\ufeffa\nnew\n');
    expect(readFileSync(at('latin'), 'latin1')).toBe('caf\xe9 new');
    await callTool(files, 'file_edit', edit('crlf', 'a\r\nnew', 'b\nc'));
    expect(readFileSync(at('crlf'), 'utf8')).toBe('b\r\nc\r\n');
  });

  it('refuses what the same session has not read, or what has changed since', async () => {
    const { files, at } = open({ 'a.txt': 'old' });
    const change = edit('a.txt', 'old', 'new');
    expect((await failureOf(callTool(files, 'file_edit', change))).message).toContain('read it first');
    await callTool(files, 'file_read', { path: 'a.txt' }, { session: 'one' });
    for (const more of [{}, { session: 'two' }, { session: 'undefined' }]) {
      expect((await failureOf(callTool(files, 'file_edit', change, more))).message).toContain('read it first');
    }
    writeFileSync(at('a.txt'), 'old, changed');
    expect((await failureOf(callTool(files, 'file_edit', change, { session: 'one' }))).message).toContain(
      'has changed since',
    );
    await callTool(files, 'file_read', { path: 'a.txt' }, { session: 'one' });
    await callTool(files, 'file_edit', change, { session: 'one' });
    await callTool(files, 'file_edit', edit('a.txt', 'new', 'newer'), { session: 'one' });
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('newer, changed');
  });

  it('needs one place, unless all are meant', async () => {
    const { files, at } = open({ 'a.txt': 'x x' });
    await callTool(files, 'file_read', { path: 'a.txt' });
    expect((await failureOf(callTool(files, 'file_edit', edit('a.txt', 'x', 'y')))).message).toContain('there 2 times');
    expect((await failureOf(callTool(files, 'file_edit', edit('a.txt', 'z', 'y')))).message).toContain(
      'not in the file',
    );
    await callTool(files, 'file_edit', { ...edit('a.txt', 'x', 'y'), replace_all: true });
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('y y');
  });

  it('loses none of many edits of one file at the same time', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `<${index}>`);
    const { files, at } = open({ 'a.txt': names.join('\n') });
    await callTool(files, 'file_read', { path: 'a.txt' });
    await Promise.all(names.map((name) => callTool(files, 'file_edit', edit('a.txt', name, `[${name}]`))));
    expect(readFileSync(at('a.txt'), 'utf8')).toBe(names.map((name) => `[${name}]`).join('\n'));
  });

  it('refuses what an old encoding cannot hold, and what is no text', async () => {
    const { files } = open({ latin: Buffer.from('caf\xe9', 'latin1'), binary: Buffer.from([0, 1]) });
    for (const path of ['latin', 'binary']) await callTool(files, 'file_read', { path });
    expect((await failureOf(callTool(files, 'file_edit', edit('latin', 'c', '€')))).message).toContain('latin1');
    expect((await failureOf(callTool(files, 'file_edit', edit('binary', 'c', 'd')))).message).toContain('not text');
    expect((await failureOf(callTool(files, 'file_edit', edit('gone', 'c', 'd')))).code).toBe('not-found');
  });
});
