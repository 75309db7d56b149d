import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callTool, failureOf } from '../../test/call-tool.js';
import { temporaryRoot } from '../../test/temporary-root.js';
import { type WorkspaceOptions, workspace } from '../index.js';

const tree = {
  'src/a.ts': 'const one = 1;\nconst two = 2;\n',
  'src/deep/b.ts': 'const three = 3;\r\n',
  'src/c.js': 'var one;\n',
  'README.md': '# One\n',
  '.env': 'one\n',
  '.git/config': 'one\n',
  'node_modules/x/index.ts': 'one\n',
  'image.png': Buffer.from([0, 1, 2]),
};

const open = (options: Partial<WorkspaceOptions> = {}) => {
  const { root } = temporaryRoot(tree);
  return { root, files: workspace({ root, shell: 'none', ...options }) };
};

describe('glob', () => {
  it('lists what matches, without hidden files, version control and packages', async () => {
    const { files } = open();
    const paths = async (args: object) => (await callTool(files, 'glob', args))['paths'];
    expect(await paths({ pattern: '**/*.ts' })).toEqual(['src/a.ts', 'src/deep/b.ts']);
    expect(await paths({ pattern: '*.{ts,js}', path: 'src' })).toEqual(['src/a.ts', 'src/c.js']);
    expect(await paths({ pattern: '*' })).toEqual(['README.md', 'image.png']);
    expect(await paths({ pattern: '*', hidden: true })).toEqual(['.env', 'README.md', 'image.png']);
    expect(await paths({ pattern: '.e*' })).toEqual(['.env']);
    expect(await paths({ pattern: 'nothing/**' })).toEqual([]);
  });

  it('cuts a long list with a mark, and stops a long walk', async () => {
    const few = open({ limits: { results: 1 } });
    expect(await callTool(few.files, 'glob', { pattern: '**/*' })).toEqual({
      paths: ['README.md'],
      cut: 'only the first 1 paths are shown: narrow the pattern',
    });
    const short = open({ limits: { visited: 1 } });
    const { cut } = await callTool(short.files, 'glob', { pattern: '**/*.ts' });
    expect(cut).toContain('only the first 1 files were looked at');
  });

  it('refuses a pattern that leads out, and one that cannot be compiled', async () => {
    const { files } = open();
    for (const pattern of ['../*', '/etc/*', 'a/../../*', '{..,a}/*', '{a,/etc}/*']) {
      expect([pattern, (await failureOf(callTool(files, 'glob', { pattern }))).code]).toEqual([pattern, 'refused']);
    }
    for (const pattern of ['{a', `${'{a,b}'.repeat(7)}`, '[a]*a*a*a*b']) {
      expect((await failureOf(callTool(files, 'glob', { pattern }))).code).toBe('invalid-arguments');
    }
  });

  it('fails for a start that is not there, or no directory', async () => {
    const { files } = open();
    for (const path of ['nothing', 'README.md']) {
      expect((await failureOf(callTool(files, 'glob', { pattern: '*', path }))).code).toBe('not-found');
    }
  });

  it('shows nothing of a file that is being written', async () => {
    const { files, root } = open();
    writeFileSync(join(root, '.pawl-00000000-0000-4000-8000-000000000000.tmp'), 'one');
    expect((await callTool(files, 'glob', { pattern: '*', hidden: true }))['paths']).toEqual([
      '.env',
      'README.md',
      'image.png',
    ]);
  });
});

describe('grep', () => {
  const found = async (args: object, options: Partial<WorkspaceOptions> = {}) => {
    const { matches } = await callTool(open(options).files, 'grep', args);
    return (matches as { path: string; line: number; text: string }[]).map(
      ({ path, line, text }) => `${path}:${line}:${text}`,
    );
  };

  it('finds plain text and regular expressions, line by line', async () => {
    expect(await found({ pattern: 'one' })).toEqual(['src/a.ts:1:const one = 1;', 'src/c.js:1:var one;']);
    expect(await found({ pattern: '^const (one|three)\\b.*;$' })).toEqual([
      'src/a.ts:1:const one = 1;',
      'src/deep/b.ts:1:const three = 3;',
    ]);
    expect(await found({ pattern: '= 1;', literal: true })).toEqual(['src/a.ts:1:const one = 1;']);
    expect(await found({ pattern: '.', literal: true })).toEqual([]);
    expect(await found({ pattern: 'ONE', ignore_case: true, glob: '*.md' })).toEqual(['README.md:1:# One']);
    expect(await found({ pattern: '[O]NE', ignore_case: true, glob: '*.md' })).toEqual(['README.md:1:# One']);
    expect(await found({ pattern: 'one', path: 'src', glob: '*.js' })).toEqual(['src/c.js:1:var one;']);
    expect(await found({ pattern: 'one', path: '.env' })).toEqual(['.env:1:one']);
    expect(await found({ pattern: 'one', hidden: true, glob: '*' })).toEqual(['.env:1:one']);
  });

  it('cuts many matches and long lines with a mark', async () => {
    const { files, root } = open({ limits: { results: 2, lineCharacters: 20 } });
    mkdirSync(join(root, 'long'));
    writeFileSync(join(root, 'long/x.txt'), `${'a'.repeat(100)}needle${'b'.repeat(100)}\n`.repeat(3));
    const { matches, cut } = await callTool(files, 'grep', { pattern: 'needle' });
    expect(matches).toHaveLength(2);
    expect(matches).toMatchObject([{ text: '[95 characters cut] … aaaaaneedlebbbbbbbbb … [91 characters cut]' }, {}]);
    expect(cut).toBe('only the first 2 matches are shown: narrow the search');
  });

  it('ends an expression that would take for ever', async () => {
    const { files, root } = open({ limits: { regexMs: 200 } });
    writeFileSync(join(root, 'evil.txt'), `${'a'.repeat(50)}!\n`);
    const failure = await failureOf(callTool(files, 'grep', { pattern: '^(a+)+$', glob: 'evil.txt' }));
    expect(failure).toMatchObject({ code: 'timeout', outcome: 'failed' });
  });

  it('ends an expression when nobody waits for it any more', async () => {
    const { files, root } = open({ limits: { regexMs: 60_000 } });
    writeFileSync(join(root, 'evil.txt'), `${'a'.repeat(50)}!\n`);
    const stop = new AbortController();
    const running = failureOf(
      callTool(files, 'grep', { pattern: '^(a+)+$', glob: 'evil.txt' }, { signal: stop.signal }),
    );
    setImmediate(() => stop.abort());
    expect((await running).code).toBe('cancelled');
  });

  it('says what is wrong with an expression', async () => {
    const failure = await failureOf(callTool(open().files, 'grep', { pattern: '(' }));
    expect(failure).toMatchObject({ code: 'invalid-arguments', outcome: 'not-started' });
    expect(failure.message).toContain('Unterminated group');
  });
});
