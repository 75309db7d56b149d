import {
  ALL,
  bareScope,
  deny,
  dispatch,
  dispatchStream,
  modify,
  requireApproval,
  type ToolExecutor,
  type ToolSpec,
  toolCall,
  unknownTool,
} from '@pawl/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { echo, spec } from '../../test/fake-base.js';
import { narrowing } from './narrowing.js';

const specs: readonly ToolSpec[] = ['read_file', 'read_dir', 'write_file', 'delete_file', 'constructor'].map((name) =>
  spec(name),
);
const base = echo(specs);
const call = (tool: string, args?: unknown) => toolCall({ id: '1', tool, ...(args === undefined ? {} : { args }) });
const names = (executor: ToolExecutor) => executor.specs().map(({ name }) => name);

describe('narrowing: names', () => {
  it('keeps what `allow` matches, less what `deny` matches, in order and as the same objects', () => {
    const tools = narrowing({ allow: ['read_*', 'write_file'], deny: ['*_dir'] })(base);
    expect(names(tools)).toEqual(['read_file', 'write_file']);
    expect(tools.specs()[0]).toBe(specs[0]);
    expect(tools.specs()).toBe(tools.specs());
  });

  it('answers for a withheld name exactly as for one that does not exist', async () => {
    const tools = narrowing({ deny: ['delete_*', 'constructor'] })(base);
    const answers = async (tool: string) => ({
      owns: tools.owns(tool),
      needsApproval: tools.needsApproval(tool),
      cacheableApproval: tools.cacheableApproval(tool),
      requiredCapabilities: tools.requiredCapabilities(tool),
      ingestsUntrustedContent: tools.ingestsUntrustedContent(tool),
      preDispatch: (await tools.preDispatch(call(tool))).verdict,
      sandboxWouldDeny: await tools.sandboxWouldDeny(call(tool)),
      execute: await tools.execute(call(tool)).catch((error: unknown) => error),
      executeStream: await tools.executeStream(call(tool)).catch((error: unknown) => error),
    });
    for (const tool of ['delete_file', 'constructor', 'invented']) {
      expect(await answers(tool)).toEqual({
        owns: false,
        needsApproval: true,
        cacheableApproval: false,
        requiredCapabilities: ALL,
        ingestsUntrustedContent: true,
        preDispatch: 'deny',
        sandboxWouldDeny: true,
        execute: unknownTool(tool),
        executeStream: unknownTool(tool),
      });
    }
  });

  it('hands everything on for a tool that stays', async () => {
    const tools = narrowing({ deny: ['delete_*'] })(base);
    expect(tools.owns('read_file')).toBe(true);
    expect(tools.needsApproval('read_file')).toBe(false);
    expect(tools.cacheableApproval('read_file')).toBe(true);
    expect(tools.requiredCapabilities('read_file')).toBe(base.requiredCapabilities('read_file'));
    expect(tools.ingestsUntrustedContent('read_file')).toBe(false);
    expect(await tools.sandboxWouldDeny(call('read_file'))).toBe(false);
    expect(await tools.execute(call('read_file', { a: 1 }))).toEqual({ output: { ran: 'read_file', args: { a: 1 } } });
  });

  it('does not run a withheld tool through dispatch, not even where the caller advertises it', async () => {
    const tools = narrowing({ deny: ['delete_*'] })(base);
    const outcome = await dispatch(tools, call('delete_file'), { advertised: specs });
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'unknown-tool' } });
    const streamed = await dispatchStream(tools, call('delete_file'), { advertised: specs });
    expect(streamed).toMatchObject({ status: 'failed', failure: { code: 'unknown-tool' } });
  });

  it('recovers nothing that it withholds', async () => {
    const recovering = echo(specs, { recoverUnadvertised: async () => specs });
    const tools = narrowing({ allow: ['read_file'] })(recovering);
    expect(await tools.recoverUnadvertised(call('raed_file'))).toEqual([specs[0]]);
  });

  it('judges tools that are owned but not advertised, and those that come later', async () => {
    const hiding = echo(specs, { specs: () => specs.slice(0, 3) });
    const tools = narrowing({ deny: ['delete_file'] })(hiding);
    expect(tools.owns('delete_file')).toBe(false);
    let catalogue: readonly ToolSpec[] = [spec('a')];
    const changing = narrowing({ allow: ['a', 'b_*'], whenUnmatched: 'ignore' })(
      echo([], { specs: () => catalogue, owns: (tool) => catalogue.some(({ name }) => name === tool) }),
    );
    const before = changing.specs();
    catalogue = [spec('b_1'), spec('c')];
    expect(changing.specs()).not.toBe(before);
    expect(names(changing)).toEqual(['b_1']);
    expect(changing.owns('c')).toBe(false);
  });

  it('narrows a worker, whatever its catalogue', async () => {
    const worker = echo([spec('read_file'), spec('shell')]);
    const parent = echo(specs, { forWorker: async () => ({ kind: 'rooted', executor: worker, seeded: [] }) });
    const root = await narrowing({ allow: ['read_*', 'write_file'] })(parent).forWorker(bareScope('w'));
    expect(root.kind === 'rooted' && names(root.executor)).toEqual(['read_file']);
    expect(root.kind === 'rooted' && root.executor.owns('shell')).toBe(false);
  });

  it('keeps an ordered part of the same objects, and owns no more than it advertises', () => {
    const name = fc.stringMatching(/^[ab_]{0,4}$/);
    fc.assert(
      fc.property(fc.uniqueArray(name), fc.array(fc.stringMatching(/^[ab*]{1,3}$/)), (all, patterns) => {
        const inner = echo(all.map((each) => spec(each)));
        const deny = patterns.filter((pattern) => !/^\*+$/.test(pattern));
        const tools = narrowing({ deny, whenUnmatched: 'ignore' })(inner);
        const expected = inner
          .specs()
          .filter((each) => deny.every((pattern) => !new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(each.name)));
        expect([...tools.specs()]).toEqual(expected);
        for (const each of all) expect(tools.owns(each)).toBe(expected.some((kept) => kept.name === each));
      }),
    );
  });
});

describe('narrowing: arguments', () => {
  const pin = narrowing({ args: [{ tool: 'write_file', at: '/mode', pin: 'append' }] })(base);

  it('fills a pinned argument in where it is left out', async () => {
    expect(await pin.preDispatch(call('write_file', { path: 'a' }))).toEqual(modify({ path: 'a', mode: 'append' }));
    expect(await pin.preDispatch(call('write_file'))).toEqual(modify({ mode: 'append' }));
    expect(await dispatch(pin, call('write_file', {}))).toMatchObject({
      status: 'executed',
      execution: { output: { args: { mode: 'append' } } },
    });
  });

  it('refuses another value, and arguments that have no room for it', async () => {
    for (const args of [{ mode: 'truncate' }, { mode: null }, [], 'text', null]) {
      expect(await pin.preDispatch(call('write_file', args))).toMatchObject({ verdict: 'deny' });
    }
    expect((await pin.preDispatch(call('read_file', { mode: 'truncate' }))).verdict).toBe('allow');
  });

  it('refuses a direct run of arguments that do not meet the rules', async () => {
    const failure = { code: 'refused', outcome: 'not-started' };
    await expect(pin.execute(call('write_file'))).rejects.toMatchObject(failure);
    await expect(pin.executeStream(call('write_file', { mode: 'x' }))).rejects.toMatchObject(failure);
    await expect(pin.execute(call('write_file', { mode: 'append' }))).resolves.toBeDefined();
  });

  it('never loosens: an inner ask or deny stands, and an inner rewrite must keep the rules', async () => {
    const judged = (decide: ToolExecutor['preDispatch']) =>
      narrowing({ args: [{ tool: 'write_file', at: '/mode', pin: 'append' }] })(echo(specs, { preDispatch: decide }));
    const ask = judged(async () => requireApproval('why'));
    expect(await ask.preDispatch(call('write_file'))).toMatchObject({ verdict: 'ask', args: { mode: 'append' } });
    expect(await judged(async () => deny('no')).preDispatch(call('write_file'))).toMatchObject({ verdict: 'deny' });
    const undo = judged(async () => modify({ mode: 'truncate' }));
    expect(await undo.preDispatch(call('write_file'))).toMatchObject({ verdict: 'deny' });
  });

  it.each([
    [{ oneOf: ['a', 1] }, ['a', 1], ['b', '1', null, undefined]],
    [{ prefix: 'https://example.org/' }, ['https://example.org/a'], ['http://example.org/', 1, undefined]],
    [
      { within: '/srv/notes' },
      ['/srv/notes', '/srv/notes/a', '/srv/notes/b/../a', '/srv//notes/./a'],
      ['/srv/notes-evil', '/srv/notes/../x', '/srv/notes/../../srv', 'srv/notes/a', '', '/srv/notes\\..\\x', undefined],
    ],
    [{ within: 'notes' }, ['notes/a', './notes'], ['../notes/a', 'notes/../../notes', '/notes/a', 'notes\0']],
    [{ within: '.' }, ['a', './a/b'], ['../a', 'a/../../b', '/a']],
    [{ pattern: '*@example.org' }, ['a@example.org'], ['a@example.org.evil', undefined]],
    [{ min: 1 }, [1, 2], [0, '1', undefined]],
    [{ max: 10 }, [10, -1], [11, '1', undefined]],
    [{ max: 10, whenAbsent: 'allow' as const }, [undefined, 3], [11]],
  ])('holds a value to %j', async (rule, good, bad) => {
    const tools = narrowing({ args: [{ tool: 'read_*', at: '/deep/~1x', ...rule }] })(base);
    const verdict = async (value: unknown) =>
      (await tools.preDispatch(call('read_file', { deep: value === undefined ? {} : { '/x': value } }))).verdict;
    for (const value of good) expect([value, await verdict(value)]).toEqual([value, 'allow']);
    for (const value of bad) expect([value, await verdict(value)]).toEqual([value, 'deny']);
  });

  it('pins a member that every object inherits as any other', async () => {
    const tools = narrowing({ args: [{ tool: 'read_file', at: '/toString', pin: 1 }] })(base);
    expect(await tools.preDispatch(call('read_file', {}))).toEqual(modify({ toString: 1 }));
  });

  it('fills in where an item of an array is there, and adds none', async () => {
    const tools = narrowing({ args: [{ tool: 'read_file', at: '/list/1/mode', pin: 'r' }] })(base);
    const decision = await tools.preDispatch(call('read_file', { list: [{}, {}] }));
    expect(decision).toEqual(modify({ list: [{}, { mode: 'r' }] }));
    for (const list of [[{}], {}, [{}, 'r']]) {
      const args = { list };
      const { verdict } = await tools.preDispatch(call('read_file', args));
      expect([list, verdict]).toEqual([list, Array.isArray(list) ? 'deny' : 'allow']);
    }
  });

  it('pins a member named `__proto__` as any other', async () => {
    const tools = narrowing({ args: [{ tool: 'read_file', at: '/__proto__/x', pin: 1 }] })(base);
    const { args } = await tools.preDispatch(call('read_file'));
    expect(JSON.stringify(args)).toBe('{"__proto__":{"x":1}}');
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });
});

describe('narrowing: options that make no sense', () => {
  it.each([
    [{}, 'invalid-option', 'options'],
    [{ allow: [] }, 'invalid-option', 'allow'],
    [{ allow: ['*'] }, 'invalid-option', 'allow/0'],
    [{ deny: ['x', '**'] }, 'invalid-option', 'deny/1'],
    [{ deny: [''] }, 'invalid-option', 'deny/0'],
    [{ args: [{ tool: 'x', at: 'path', pin: 1 }] }, 'invalid-option', 'args/0/at'],
    [{ args: [{ tool: 'x', at: '/p', pin: 1, max: 2 }] }, 'invalid-option', 'args/0'],
    [{ args: [{ tool: 'x', at: '/p' }] }, 'invalid-option', 'args/0'],
    [{ args: [{ tool: 'x', at: '/p', pin: Number.NaN }] }, 'invalid-option', 'args/0/pin'],
    [{ args: [{ tool: 'x', at: '/p', oneOf: [] }] }, 'invalid-option', 'args/0/oneOf'],
    [{ deny: [], whenUnmatched: 'shrug' }, 'invalid-option', 'whenUnmatched'],
  ])('throws for %j at construction', (options, code, option) => {
    // Written as a caller without types would.
    expect(() => narrowing(options as never)).toThrow(expect.objectContaining({ code, option }));
  });

  it.each([
    [{ deny: ['delete_fil'] }, 'unmatched', 'deny/0', 'did you mean "delete_file"'],
    [{ allow: ['read_*', 'shell_*'] }, 'unmatched', 'allow/1', '"read_file", "read_dir"'],
    [{ deny: ['*_*', 'constructor'] }, 'nothing-left', 'deny', '5 tools'],
    [{ allow: ['read_*'], deny: ['read*'] }, 'nothing-left', 'allow', '5 tools'],
    [{ allow: ['read_*'], args: [{ tool: 'write_file', at: '/p', pin: 1 }] }, 'unmatched', 'args/0/tool', 'write_file'],
  ])('throws for %j when it is applied', (options, code, option, text) => {
    const made = narrowing(options);
    expect(() => made(base)).toThrow(expect.objectContaining({ code, option, message: expect.stringContaining(text) }));
    expect(() => narrowing({ ...options, whenUnmatched: 'ignore' })(base)).not.toThrow();
  });

  it('says that an empty catalogue is empty', () => {
    expect(() => narrowing({ deny: ['x'] })(echo([]))).toThrow('the catalogue is empty');
  });
});
