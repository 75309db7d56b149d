import { parseConfig } from '@pawl/cli';
import { describe, expect, it } from 'vitest';
import { officialServer, pawl, pawlWith, temporary } from './run-pawl.js';

const configFor = (
  path: string,
  layers: readonly object[] = [{ redaction: {} }, { narrowing: { deny: ['move_*'] } }],
) =>
  JSON.stringify({
    mcpServers: {
      files: {
        command: process.execPath,
        args: [officialServer('server-filesystem'), path],
        origin: 'local-sandbox',
        cacheableApproval: ['write_file'],
      },
    },
    layers,
  });

describe('pawl explain', () => {
  it('says of one tool who owns it, what it requires, and which layer is behind each answer', async () => {
    await using folder = await temporary();
    const hidden = pawlWith(configFor(folder.path), ['explain', 'a.json', 'move_file']);
    expect(await hidden.code).toBe(0);
    expect(hidden.stdout.text).toContain('  2. narrowing: without move_*\n');
    expect(hidden.stdout.text).toMatch(/server +files, origin local-sandbox/);
    expect(hidden.stdout.text).toMatch(/verdict +hidden \(narrowing\)/);
    expect(hidden.stdout.text).toMatch(/listed +no \(narrowing\)/);
    const listed = pawlWith(configFor(folder.path), ['explain', 'a.json', 'write_file']);
    await listed.code;
    expect(listed.stdout.text).toMatch(/verdict +ask: .*approval \(base\)/);
    expect(listed.stdout.text).toMatch(/requires +local-read, local-write \(base\)/);
    expect(listed.stdout.text).toMatch(/may be remembered +yes/);
    expect(listed.stdout.text).toMatch(/taints +no/);
  });

  it('gives every tool, hidden ones too, as JSON', async () => {
    await using folder = await temporary();
    const run = pawlWith(configFor(folder.path), ['explain', 'a.json', '--json']);
    expect(await run.code).toBe(0);
    const tools: { tool: string; verdict: string; server: string }[] = JSON.parse(run.stdout.text);
    expect(tools.length).toBeGreaterThan(10);
    expect(new Set(tools.map(({ server }) => server))).toEqual(new Set(['files']));
    expect(tools.find(({ tool }) => tool === 'read_text_file')?.verdict).toBe('allow');
    expect(tools.find(({ tool }) => tool === 'move_file')?.verdict).toBe('invalid');
  });

  it('knows what a misspelt tool was meant to be', async () => {
    await using folder = await temporary();
    const run = pawlWith(configFor(folder.path), ['explain', 'a.json', 'raed_text_file']);
    expect(await run.code).toBe(2);
    expect(run.stderr.text).toContain('did you mean read_text_file?');
  });
});

describe('pawl check', () => {
  it('runs the laws on the running stack', async () => {
    await using folder = await temporary();
    const rules = [{ when: { tool: 'edit_file', args: [{ at: '/dryRun', equals: false }] }, verdict: 'ask' }];
    const layers = [
      { approvalCache: {} },
      { policy: { rules, otherwise: 'allow' } },
      { redaction: {} },
      { narrowing: { deny: ['move_*'] } },
    ];
    const run = pawlWith(configFor(folder.path, layers), ['check', 'a.json', '--json', '--runs', '30']);
    const code = await run.code;
    const report = JSON.parse(run.stdout.text);
    const red = report.results.filter(
      ({ verdict }: { verdict: string }) => !['pass', 'not-applicable'].includes(verdict),
    );
    expect(red).toEqual([]);
    expect([code, report.conformant, report.options.cost]).toEqual([0, true, 'slow']);
  });
});

describe('pawl init', () => {
  it('writes a configuration that can be read back, from a client’s servers', async () => {
    const client = JSON.stringify({
      theme: 'dark',
      mcpServers: {
        'my files': {
          command: 'npx',
          args: ['-y', 'server', '# no comment'],
          env: { KEY: 'a: b' },
          alwaysAllow: ['x'],
        },
        remote: { type: 'http', url: 'https://example.com/mcp', headers: { authorization: `Bearer $${'{TOKEN}'}` } },
      },
    });
    const written: [string, string][] = [];
    const run = pawl(['init', 'client.json', '--out', 'pawl.yaml'], {
      readFile: async () => client,
      writeNewFile: async (path, text) => void written.push([path, text]),
    });
    expect(await run.code).toBe(0);
    const [path, text] = written[0] ?? ['', ''];
    expect(path).toBe('pawl.yaml');
    expect(text).toContain('# Not taken over, because pawl does not know it: "alwaysAllow"');
    expect(text).toContain('# origin: local-sandbox');
    expect(parseConfig(text, { name: path, env: { TOKEN: 't' } })).toEqual({
      mcpServers: {
        'my files': { command: 'npx', args: ['-y', 'server', '# no comment'], env: { KEY: 'a: b' } },
        remote: { type: 'http', url: 'https://example.com/mcp', headers: { authorization: 'Bearer t' } },
      },
      layers: [{ approvalCache: {} }, { redaction: { personalData: 'redact' } }],
      serve: { transport: 'stdio' },
    });
  });

  it('prints an example without one, and refuses what is no client configuration', async () => {
    const run = pawl(['init']);
    expect(await run.code).toBe(0);
    expect(Object.keys(parseConfig(run.stdout.text, { name: 'a', env: {} }).mcpServers)).toEqual(['files']);
    const wrong = pawl(['init', 'a.json'], { readFile: async () => '{"servers": []}' });
    expect(await wrong.code).toBe(2);
    const taken = pawl(['init', '--out', 'a.yaml'], {
      writeNewFile: async () => {
        throw new Error('EEXIST: file already exists');
      },
    });
    expect(await taken.code).toBe(2);
    expect(taken.stderr.text).toContain('EEXIST');
  });
});

describe('pawl', () => {
  it('says what it can do and which version it is', async () => {
    for (const args of [['--help'], ['serve', '-h']]) {
      const help = pawl(args);
      expect(await help.code).toBe(0);
      expect(help.stdout.text).toContain('pawl serve -- <command>');
    }
    const version = pawl(['--version']);
    expect(await version.code).toBe(0);
    expect(version.stdout.text).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
