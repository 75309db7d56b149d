import { type ToolCallInit, type ToolExecutor, ToolFailure, type ToolSpec, toolCall } from '@pawl/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { echo, spec } from '../../test/fake-base.js';
import { type CacheOptions, cache } from './index.js';

const readOnly = { annotations: { readOnlyHint: true } };
const specs = [spec('read', readOnly), spec('look', readOnly), spec('write')];

const counting = (options: Partial<CacheOptions> = {}, list: () => readonly ToolSpec[] = () => specs) => {
  let runs = 0;
  const run: ToolExecutor['execute'] = async ({ args }) => {
    runs++;
    if (args === 'fail') throw new ToolFailure('no', { code: 'tool-error' });
    return { output: { run: runs } };
  };
  const tools = cache({ ttlMs: 100, now: () => 0, ...options })(echo(specs, { specs: list, execute: run }));
  const call = async (init: Partial<ToolCallInit> = {}) => {
    const before = runs;
    await tools.execute(toolCall({ id: String(before), tool: 'read', ...init })).catch(() => {});
    return runs > before ? 'run' : 'kept';
  };
  return { tools, call };
};

describe('cache', () => {
  it('runs once what is asked twice, and again whatever differs in one thing', async () => {
    const differences: Partial<ToolCallInit>[] = [
      {},
      { args: {} },
      { args: null },
      { args: { a: 1 } },
      { args: { a: '1' } },
      { session: 's' },
      { caller: 's' },
      { tool: 'look' },
      { returnSchema: { type: 'object' } },
      { expectedEffects: {} },
    ];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(differences, { minLength: 2 }), async (some) => {
        const { call } = counting();
        for (const one of some) expect(await call(one)).toBe('run');
        for (const one of some) expect(await call({ ...one, id: 'again', meta: { n: 1 } })).toBe('kept');
      }),
      { numRuns: 30 },
    );
  });

  it('takes the order of keys for nothing', async () => {
    const { call } = counting();
    await call({ args: { a: 1, b: 2 } });
    expect(await call({ args: { b: 2, a: 1 } })).toBe('kept');
  });

  it('keeps no failure, nothing that was written, no retry, and nothing under another definition', async () => {
    let list: readonly ToolSpec[] = specs;
    const { call } = counting({}, () => list);
    await call({ args: 'fail' });
    expect(await call({ args: 'fail' })).toBe('run');
    await call({ tool: 'write' });
    expect(await call({ tool: 'write' })).toBe('run');
    await call();
    expect(await call({ attempt: 2 })).toBe('run');
    list = [spec('read', { ...readOnly, description: 'another' })];
    expect(await call()).toBe('run');
    list = [spec('read')];
    await call();
    expect(await call()).toBe('run');
  });

  it('forgets what it read when something is written, streams and workers included', async () => {
    const { tools, call } = counting();
    await call();
    expect(await call()).toBe('kept');
    await call({ tool: 'write' });
    expect(await call()).toBe('run');
    for await (const _chunk of await tools.executeStream(toolCall({ id: '1', tool: 'write' }))) {
      expect(await call()).toBe('run');
    }
    await call();
    expect(await call()).toBe('kept');
  });

  it('believes no clock that goes back or says nothing, and no age beyond the time', async () => {
    let now = 0;
    const { call } = counting({ now: () => now });
    for (const [then, expected] of [
      [99, 'kept'],
      [100, 'run'],
      [-1, 'run'],
      [Number.NaN, 'run'],
    ] as const) {
      now = 0;
      await call({ attempt: 2 });
      now = then;
      expect(await call()).toBe(expected);
      if (then === 100) expect(await call()).toBe('kept');
    }
  });

  it('forgets the one used longest ago, and hands out what nobody can change', async () => {
    const { tools, call } = counting({ maxEntries: 1 });
    await call({ args: 1 });
    await call({ args: 2 });
    expect(await call({ args: 1 })).toBe('run');
    const kept = await tools.execute(toolCall({ id: 'x', tool: 'read', args: 1 }));
    expect(Object.isFrozen(kept) && Object.isFrozen(kept.output)).toBe(true);
  });

  it.each([
    {},
    { ttlMs: 0 },
    { ttlMs: Number.POSITIVE_INFINITY },
    { ttlMs: 1, maxEntries: 0 },
    { ttlMs: 1, tools: [] },
  ])('refuses %j', (options) => {
    expect(() => cache(options as never)).toThrow('cache: `');
  });
});
