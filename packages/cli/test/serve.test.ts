import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { connectTo, officialServer, pawl, pawlArguments, pawlWith, rawServer, temporary } from './run-pawl.js';

const filesystem = officialServer('server-filesystem');
const everything = officialServer('server-everything');
const memory = officialServer('server-memory');

const config = (servers: object, rest: object = {}): string => JSON.stringify({ mcpServers: servers, ...rest });

/** A client whose user gives this answer to every question. */
const asked = (answer: object) => {
  const messages: string[] = [];
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    messages.push(params.message);
    return answer as { action: 'accept' };
  });
  return { client, messages };
};

const textOf = (result: unknown): string => JSON.stringify(Reflect.get(Object(result), 'content'));

describe('what goes through the stack', () => {
  it('equals what the official servers say, byte for byte, where no layer touches it', async () => {
    await using folder = await temporary({ 'notes.md': 'remember the milk é\n' });
    const path = join(folder.path, 'notes.md');
    const word = { origin: 'local-sandbox', approval: 'never' };
    const cases = [
      {
        args: [filesystem, folder.path],
        calls: [
          { name: 'read_text_file', arguments: { path } },
          { name: 'read_text_file', arguments: { path: '/etc/passwd' } },
          { name: 'list_directory', arguments: { path: folder.path } },
          { name: 'read_text_file', arguments: { wrong: true } },
        ],
      },
      {
        args: [everything, 'stdio'],
        calls: [
          { name: 'echo', arguments: { message: 'hello' }, _meta: { 'example.com/a': 1 } },
          { name: 'get-tiny-image', arguments: {} },
          { name: 'get-structured-content', arguments: { location: 'Chicago' } },
          { name: 'get-annotated-message', arguments: { messageType: 'error', includeImage: true } },
          { name: 'get-resource-links', arguments: { count: 2 } },
          { name: 'get-resource-reference', arguments: { resourceType: 'Text', resourceId: 1 } },
          { name: 'get-sum', arguments: { a: 'one' } },
        ],
      },
      { args: [memory], calls: [{ name: 'read_graph', arguments: {} }] },
    ];
    for (const { args, calls } of cases) {
      const server = {
        command: process.execPath,
        args,
        ...word,
        env: { MEMORY_FILE_PATH: join(folder.path, 'm.json') },
      };
      await using file = await temporary({ 'pawl.json': config({ one: server }) });
      await using through = rawServer(pawlArguments(['serve', join(file.path, 'pawl.json')]));
      await using direct = rawServer(args);
      await through.open();
      await direct.open();
      expect(await through.ask('tools/list')).toBe(await direct.ask('tools/list'));
      // The resources of the everything server carry the time at which they are made.
      const timeless = (text: string): string => text.replaceAll(/\d\d?:\d\d:\d\d( [AP]M)?/g, 'now');
      for (const call of calls) {
        expect(timeless(await through.ask('tools/call', call))).toBe(timeless(await direct.ask('tools/call', call)));
      }
    }
  });

  it('hands progress on as the server counts it', async () => {
    await using served = await connectTo(pawlArguments(['serve', '--', process.execPath, everything, 'stdio']));
    const seen: unknown[] = [];
    const call = { name: 'trigger-long-running-operation', arguments: { duration: 0.05, steps: 2 } };
    // The client forgets its `onprogress` once the result is there, which may come in one read with the last progress.
    served.client.setNotificationHandler(
      'notifications/progress',
      ({ params: { progressToken: _token, ...progress } }) => {
        seen.push(progress);
      },
    );
    await served.client.callTool(call, { onprogress: () => {} });
    expect(seen).toEqual([
      { progress: 1, total: 2 },
      { progress: 2, total: 2 },
    ]);
  });
});

describe('pawl serve -- <command>', () => {
  it('asks before what the hints call destructive, and lets the rest run', async () => {
    await using folder = await temporary({ 'a.txt': 'a' });
    const path = join(folder.path, 'new.txt');
    const args = pawlArguments(['serve', '--', process.execPath, filesystem, folder.path]);
    const yes = asked({ action: 'accept', content: {} });
    await using served = await connectTo(args, { client: yes.client });
    await served.client.callTool({ name: 'list_directory', arguments: { path: folder.path } });
    await served.client.callTool({ name: 'create_directory', arguments: { path: join(folder.path, 'd') } });
    expect(yes.messages).toEqual([]);
    const written = await served.client.callTool({ name: 'write_file', arguments: { path, content: 'hello' } });
    expect(written).not.toHaveProperty('isError');
    expect(yes.messages).toHaveLength(1);
    expect(yes.messages[0]).toContain('"write_file"');
    expect(yes.messages[0]).toContain(path);
    expect(await readFile(path, 'utf8')).toBe('hello');
  });

  it('runs nothing destructive where the person says no, or nobody can be asked', async () => {
    await using folder = await temporary();
    const path = join(folder.path, 'new.txt');
    const call = { name: 'write_file', arguments: { path, content: 'hello' } };
    const args = pawlArguments(['serve', '--', process.execPath, filesystem, folder.path]);
    await using no = await connectTo(args, { client: asked({ action: 'decline' }).client });
    expect(await no.client.callTool(call)).toMatchObject({ isError: true });
    await using mute = await connectTo(args);
    const refused = await mute.client.callTool(call);
    expect(textOf(refused)).toContain('elicitation');
    await expect(readFile(path)).rejects.toThrow();
  });

  it('replaces secrets in what comes back', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;
    await using folder = await temporary({ 'env.txt': `token ${secret} end` });
    const args = pawlArguments(['serve', '--', process.execPath, filesystem, folder.path]);
    await using served = await connectTo(args);
    const read = await served.client.callTool({
      name: 'read_text_file',
      arguments: { path: join(folder.path, 'env.txt') },
    });
    expect(JSON.stringify(read)).toContain('redacted');
    expect(JSON.stringify(read)).not.toContain(secret.slice(4));
  });

  it('only reports with --shadow, and never the secret', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;
    await using folder = await temporary();
    const path = join(folder.path, 'new.txt');
    const args = pawlArguments(['serve', '--shadow', '--', process.execPath, filesystem, folder.path]);
    await using served = await connectTo(args);
    await served.client.callTool({ name: 'write_file', arguments: { path, content: secret } });
    const read = await served.client.callTool({ name: 'read_text_file', arguments: { path } });
    expect(JSON.stringify(read)).toContain(secret);
    await served.stderr.until('read_text_file');
    const reports = served.stderr.text.split('\n').filter((line) => line.startsWith('{'));
    expect(reports.map((line) => JSON.parse(line))).toMatchObject([
      { pawl: 'shadow', tool: 'write_file', verdict: 'ask', redactions: [] },
      { pawl: 'shadow', tool: 'read_text_file', verdict: 'allow', redactions: [{ rule: expect.any(String) }, {}] },
    ]);
    expect(served.stderr.text).not.toContain(secret);
  });
});

describe('pawl serve <config>', () => {
  it.each(['stdin', 'SIGTERM'] as const)('ends, and its servers with it, on %s', async (how) => {
    await using folder = await temporary();
    const pid = join(folder.path, 'pid');
    // The shell becomes the server, under the same id.
    const script = `echo $$ > ${pid}; exec ${process.execPath} ${filesystem} ${folder.path}`;
    const file = config({ files: { command: 'sh', args: ['-c', script] } });
    await using configured = await temporary({ 'pawl.json': file });
    await using served = rawServer(pawlArguments(['serve', join(configured.path, 'pawl.json')]));
    await served.open();
    const server = Number(await readFile(pid, 'utf8'));
    expect(process.kill(server, 0)).toBe(true);
    expect(await served.leave(how)).toBe(0);
    expect(() => process.kill(server, 0)).toThrow();
  });

  it('puts the layers in front of all servers', async () => {
    await using folder = await temporary({ 'a.txt': 'a' });
    const file = config(
      {
        files: {
          command: process.execPath,
          args: [filesystem, folder.path],
          origin: 'local-sandbox',
          prefix: 'files_',
          cacheableApproval: ['write_file'],
        },
        all: { command: process.execPath, args: [everything, 'stdio'], origin: 'local-sandbox', prefix: 'all_' },
        off: { command: 'no-such-program', disabled: true },
      },
      {
        layers: [
          { approvalCache: {} },
          { redaction: {} },
          {
            narrowing: {
              deny: ['files_move_*', 'all_*'],
              args: [{ tool: 'files_write_file', at: '/path', within: folder.path }],
            },
          },
        ],
      },
    );
    await using configured = await temporary({ 'pawl.json': file });
    const person = asked({ action: 'accept', content: { remember: 'session' } });
    await using served = await connectTo(pawlArguments(['serve', join(configured.path, 'pawl.json')]), {
      client: person.client,
    });
    const names = (await served.client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('files_write_file');
    expect(names.filter((name) => name.startsWith('all_') || name.includes('move'))).toEqual([]);
    await expect(served.client.callTool({ name: 'all_echo', arguments: { message: 'x' } })).rejects.toMatchObject({
      code: -32_602,
    });
    const write = (path: string) =>
      served.client.callTool({ name: 'files_write_file', arguments: { path, content: 'x' } });
    expect(await write(join(folder.path, 'one.txt'))).not.toHaveProperty('isError');
    expect(await write(join(folder.path, 'two.txt'))).not.toHaveProperty('isError');
    expect(person.messages).toHaveLength(1);
    expect(textOf(await write('/etc/three.txt'))).toContain('refused');
    expect(person.messages).toHaveLength(1);
  });

  it('serves over HTTP with the token of the environment, and stops when asked to', async () => {
    const file = config({ all: { command: process.execPath, args: [everything, 'stdio'], origin: 'local-sandbox' } });
    const token = 'a-token-of-sixteen-or-more';
    const run = pawlWith(file, ['serve', 'pawl.yaml', '--http'], { env: { PAWL_TOKEN: token } });
    await run.stderr.until('/mcp');
    const url = new URL(/http:\S+/.exec(run.stderr.text)?.[0] ?? '');
    expect((await fetch(url, { method: 'POST' })).status).toBe(401);
    const client = new Client({ name: 'test', version: '1' });
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    expect(textOf(await client.callTool({ name: 'echo', arguments: { message: 'hi' } }))).toContain('Echo: hi');
    await client.close();
    run.stop();
    expect(await run.code).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
    expect(run.stdout.text).toBe('');
  });

  it('says what is wrong on stderr, and ends with the code for it', async () => {
    const ends = async (run: ReturnType<typeof pawl>) => [await run.code, run.stderr.text, run.stdout.text] as const;
    const missing = config({ a: { command: 'no-such-program' } });
    const cases: readonly [ReturnType<typeof pawl>, number, RegExp][] = [
      [pawl(['serve']), 2, /name a configuration file/],
      [pawl(['serve', 'nowhere.yaml']), 2, /nowhere\.yaml: cannot be read/],
      [pawl(['serve', '--']), 2, /command after --/],
      [pawl(['serve', '--hots']), 2, /--hots/],
      [pawl(['serve', 'a', 'b']), 2, /one argument too many/],
      [pawl(['serve', '--origin', 'x', '--', 'node']), 2, /--origin is one of/],
      [pawl(['sreve']), 2, /did you mean serve/],
      [pawl([]), 2, /say what to do/],
      [pawlWith('mcpServers: {}', ['serve', 'a.yaml']), 2, /a\.yaml:1:13: mcpServers must not be empty/],
      [pawlWith(missing, ['serve', 'a.yaml']), 3, /no-such-program/],
    ];
    for (const [run, code, message] of cases) {
      const [ended, stderr, stdout] = await ends(run);
      expect(stderr).toMatch(message);
      expect([ended, stdout]).toEqual([code, '']);
    }
  });

  it('ends what it started when a layer cannot mean what it says', async () => {
    const server = { command: process.execPath, args: [everything, 'stdio'] };
    const file = config({ all: server }, { layers: [{ narrowing: { deny: ['no_such_*'] } }] });
    const run = pawlWith(file, ['serve', 'a.yaml']);
    expect(await run.code).toBe(2);
    expect(run.stderr.text).toContain('no_such_*');
  });
});
