import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bareScope, capabilities, defineExecutor, NONE, ShareInError, ToolFailure, toolCall } from '@pawl/core';
import { afterEach, describe, expect, it } from 'vitest';
import { type SubprocessExecutor, type SubprocessOptions, subprocess } from '../src/index.js';
import { groupAlive } from '../src/process-group/index.js';
import { ask, fixture, open, program, spec } from './program.js';
import { failureOf, start } from './settle.js';

const opened: SubprocessExecutor[] = [];
const track = (tools: SubprocessExecutor): SubprocessExecutor => {
  opened.push(tools);
  return tools;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((tools) => tools.close()));
});

describe('options', () => {
  it.each<[Partial<SubprocessOptions>, RegExp]>([
    [{ tools: undefined as never }, /`tools` must be an array/],
    [{ tools: [program, program] }, /`tools\[0\]` and `tools\[1\]` both answer for "tool": rename one/],
    [{ tools: [{ ...program, spec: [] }] }, /`tools\[0\]\.spec` names no tool/],
    [{ tools: [{ ...program, command: '' }] }, /`tools\[0\]\.command`/],
    [{ tools: [{ ...program, pool: 0 }] }, /`tools\[0\]\.pool` must be an integer from 1/],
    [{ tools: [{ ...program, concurrency: 1.5 }] }, /`tools\[0\]\.concurrency`/],
    [{ tools: [{ ...program, capabilities: 1000 as never }] }, /`tools\[0\]\.capabilities`/],
    [{ maxMessageBytes: 0 }, /`maxMessageBytes`/],
    [{ cancelGraceMs: Number.NaN }, /`cancelGraceMs`/],
    [{ workspace: 'some' as never }, /`workspace` must be 'none'/],
  ])('that cannot be are refused at once (%#)', (options, message) => {
    expect(() => subprocess({ tools: [program], ...options })).toThrow(message);
  });
});

describe('a program', () => {
  it('sees the minimal environment and what the operator adds, not the secrets of the host', async () => {
    const tools = track(
      open(
        { hostEnv: { ...process.env, SECRET_TOKEN: 'secret' }, env: { SHARED: 'all', BOTH: 'all' } },
        { env: { BOTH: 'own' } },
      ),
    );
    const { output } = await tools.execute(ask('env'));
    expect(output).toMatchObject({ SHARED: 'all', BOTH: 'own', PATH: process.env['PATH'] });
    expect(output).not.toHaveProperty('SECRET_TOKEN');
  });

  it('runs in the folder that it is given', async () => {
    const tools = track(open({}, { cwd: '/' }));
    expect((await tools.execute(ask('cwd'))).output).toBe('/');
  });

  it('is one process for one call at a time, and as many as its pool allows', async () => {
    const one = track(open());
    const [a, b] = await Promise.all([one.execute(ask('pid')), one.execute(ask('pid'))]);
    expect(a.output).toEqual({ ...(b.output as object), calls: 1 });
    const pool = track(open({}, { pool: 2 }));
    const outputs = await Promise.all(['x', 'y', 'z'].map(() => pool.execute(ask('pid'))));
    expect(new Set(outputs.map(({ output }) => (output as { pid: number }).pid)).size).toBe(2);
    expect(pool.stats()[0]).toMatchObject({ started: 2, running: 2, tools: ['tool'] });
  });

  it('answers calls at the same time, each with its own result, where it may have several', async () => {
    const tools = track(open({}, { concurrency: 50 }));
    const calls = Array.from({ length: 50 }, (_, n) => ask('echo', { n }));
    const outputs = await Promise.all(calls.map((call) => tools.execute(call)));
    expect(outputs.map(({ output }) => (output as { parameters: { n: number } }).parameters.n)).toEqual(
      calls.map((_, n) => n),
    );
    expect(tools.stats()[0]?.started).toBe(1);
  });

  it('may answer for several tools, whatever their names', async () => {
    const tools = track(open({}, { spec: [spec, { ...spec, name: '__proto__' }] }));
    const call = toolCall({ id: '1', tool: '__proto__', args: {} });
    expect((await tools.execute(call)).output).toMatchObject({ tool: '__proto__' });
    expect(await failureOf(tools.execute(toolCall({ id: '1', tool: 'toString' })))).toMatchObject({
      code: 'unknown-tool',
    });
  });
});

describe('what nobody says', () => {
  it('fails closed', async () => {
    const tools = subprocess({ tools: [{ ...program, spec: { ...spec, annotations: {} } }] });
    expect(tools.needsApproval('tool')).toBe(true);
    expect(tools.ingestsUntrustedContent('tool')).toBe(true);
    expect(tools.cacheableApproval('tool')).toBe(false);
    expect(await tools.forWorker(bareScope('w'))).toMatchObject({ kind: 'refused' });
  });

  it('and what the operator says holds', async () => {
    const tools = open({}, { capabilities: capabilities('local-read'), needsApproval: true });
    expect(tools.requiredCapabilities('tool')).toBe(capabilities('local-read'));
    expect(tools.needsApproval('tool')).toBe(true);
    expect(await tools.preDispatch(ask('pid'))).toMatchObject({ verdict: 'ask' });
    expect(await tools.forWorker(bareScope('w'))).toEqual({ kind: 'no-workspace' });
  });
});

describe('a fallback', () => {
  const other = { ...spec, name: 'other' };
  const shadowed = { ...spec, description: 'never runs' };
  const makeFallback = (parts: Parameters<typeof defineExecutor>[0] = {}) =>
    defineExecutor({
      specs: () => [other, shadowed],
      requiredCapabilities: () => NONE,
      execute: async ({ tool }) => ({ output: `fallback ran ${tool}` }),
      postDispatch: async () => new ToolFailure('seen by the fallback', { code: 'seen' }),
      recoverUnadvertised: async () => [shadowed, other],
      ...parts,
    });

  it('runs every other name, and never one of a program', async () => {
    const tools = track(open({ fallback: makeFallback() }));
    expect(tools.specs()).toEqual([spec, other]);
    expect((await tools.execute(toolCall({ id: '1', tool: 'other' }))).output).toBe('fallback ran other');
    expect((await tools.execute(ask('echo'))).output).toMatchObject({ tool: 'tool' });
    expect(await tools.recoverUnadvertised(toolCall({ id: '1', tool: 'othr' }))).toEqual([other]);
    const execution = { output: 1 };
    expect(await tools.postDispatch(ask('echo'), execution)).toBe(execution);
    expect(await tools.postDispatch(toolCall({ id: '1', tool: 'other' }), execution)).toMatchObject({ code: 'seen' });
  });

  it('and the programs must both take a worker', async () => {
    const inner = defineExecutor({ execute: async () => ({ output: 'in the worker' }) });
    const rooted = makeFallback({ forWorker: async () => ({ kind: 'rooted', executor: inner, seeded: ['a'] }) });
    const root = await track(open({ fallback: rooted })).forWorker(bareScope('w'));
    if (root.kind !== 'rooted') throw new Error(root.kind);
    expect(root.seeded).toEqual(['a']);
    expect((await root.executor.execute(toolCall({ id: '1', tool: 'other' }))).output).toBe('in the worker');
    expect((await root.executor.execute(ask('echo'))).output).toMatchObject({ tool: 'tool' });

    const error = new ShareInError({ code: 'undeclared', reason: 'no' });
    const refusing = makeFallback({ forWorker: async () => ({ kind: 'refused', error }) });
    expect(await open({ fallback: refusing }).forWorker(bareScope('w'))).toEqual({ kind: 'refused', error });
    const silent = subprocess({ tools: [program], fallback: rooted });
    expect(await silent.forWorker(bareScope('w'))).toMatchObject({ kind: 'refused' });
    const free = makeFallback({ forWorker: async () => ({ kind: 'no-workspace' }) });
    expect(await open({ fallback: free }).forWorker(bareScope('w'))).toEqual({ kind: 'no-workspace' });
  });
});

it('ends its programs when this process leaves without closing', async () => {
  const tools = track(open());
  const { started, execution } = start(tools, 'grandchild');
  await started;
  const pid = tools.stats()[0]?.pids[0] ?? 0;
  // The listeners are what runs when the process exits; the exit itself would end the tests as well.
  for (const listener of process.listeners('exit')) if (listener.name === 'endAll') listener(0);
  await failureOf(execution);
  expect(groupAlive(pid)).toBe(false);
  await tools.close();
  expect(process.listeners('exit').some(({ name }) => name === 'endAll')).toBe(false);
});

it('leaves the fixture to end by itself when its stdin ends, as a host that is killed would', async () => {
  const child = spawn(process.execPath, [fixture('program.mjs')], { stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});
