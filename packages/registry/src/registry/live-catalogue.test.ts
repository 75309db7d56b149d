import { capabilities, defineExecutor, stack, toolCall } from '@pawl/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Sentinel, sentinel } from '../../test/sentinel.js';
import { toolset } from '../toolset/toolset.js';
import { DuplicateNameError } from './duplicate-name-error.js';
import type { Registry } from './registry.js';
import { registry } from './registry.js';
import type { NameConflict, RegistryOptions } from './registry-options.js';

const of = (parts: Readonly<Record<string, Sentinel>>, options?: RegistryOptions): Registry =>
  registry(
    Object.entries(parts).map(([name, { executor }]) => ({ name, executor, origin: 'first-party' })),
    options,
  );
const names = (tools: Registry): readonly string[] => tools.specs().map((spec) => spec.name);

describe('registry: live catalogue', () => {
  it('returns the same array until a source changes, and shows a change at once, told or not', () => {
    const a = sentinel('a', ['x']);
    const tools = of({ a, b: sentinel('b', ['y']) });
    const before = tools.specs();
    expect(tools.specs()).toBe(before);
    a.set(['x', 'new'], 'silently');
    expect(tools.owns('new')).toBe(true);
    expect(names(tools)).toEqual(['x', 'new', 'y']);
    a.set(['x'], 'silently');
    expect(tools.owns('new')).toBe(false);
    expect(names(tools)).toEqual(['x', 'y']);
  });

  it('keeps the array of a source that hands out a new one with the same specs', () => {
    const specs = sentinel('a', ['x', 'y']).executor.specs();
    const tools = registry([
      { name: 'a', executor: defineExecutor({ specs: () => [...specs] }), origin: 'unknown', prefix: 'p_' },
    ]);
    expect(tools.specs()).toBe(tools.specs());
    expect(names(tools)).toEqual(['p_x', 'p_y']);
  });

  it('tells once of one change, also when it was seen before it was told, or told twice (SPC-03)', () => {
    const a = sentinel('a', ['x']);
    const tools = of({ a });
    let told = 0;
    tools.onSpecsChange(() => told++);
    a.set(['x', 'y'], 'silently');
    expect(names(tools)).toEqual(['x', 'y']);
    a.set(['x', 'y']);
    expect(told).toBe(1);
    a.set(['x', 'y']);
    expect(told).toBe(1);
  });

  it('tells once through registries within registries, and once where two sources share an executor', () => {
    const a = sentinel('a', ['x']);
    const inner = of({ a });
    const outer = registry([
      { name: 'plain', executor: inner, origin: 'first-party' },
      { name: 'again', executor: inner, origin: 'first-party', prefix: 'again_' },
    ]);
    let told = 0;
    stack()(outer).onSpecsChange(() => told++);
    a.set(['x', 'y']);
    expect(told).toBe(1);
    expect(names(outer)).toEqual(['x', 'y', 'again_x', 'again_y']);
  });

  it('listens to its sources only while somebody listens to it, and never tells after that', () => {
    const a = sentinel('a', ['x']);
    const b = sentinel('b', ['y']);
    const tools = of({ a });
    expect(a.listening()).toBe(0);
    let told = 0;
    const stop = tools.onSpecsChange(() => told++);
    const stopToo = tools.onSpecsChange(() => {});
    expect(a.listening()).toBe(1);
    tools.add({ name: 'b', executor: b.executor, origin: 'unknown' });
    expect(told).toBe(1);
    expect(b.listening()).toBe(1);
    tools.remove('b');
    expect(told).toBe(2);
    expect(b.listening()).toBe(0);
    stop();
    stop();
    expect(a.listening()).toBe(1);
    stopToo();
    expect(a.listening()).toBe(0);
    a.set(['z']);
    expect(told).toBe(2);
    expect(names(tools)).toEqual(['z']);
  });

  it('tells nobody of a source that adds nothing', () => {
    const tools = of({ a: sentinel('a', ['x']) });
    let told = 0;
    tools.onSpecsChange(() => told++);
    tools.add({ name: 'empty', executor: sentinel('e', []).executor, origin: 'unknown' });
    expect(told).toBe(0);
    expect(tools.remove('empty')).toBe(true);
    expect(tools.remove('empty')).toBe(false);
    expect(told).toBe(0);
  });

  it('calls every listener though one throws', () => {
    const a = sentinel('a', ['x']);
    const tools = of({ a });
    let told = 0;
    tools.onSpecsChange(() => {
      throw new Error('mine');
    });
    tools.onSpecsChange(() => told++);
    expect(() => a.set(['y'])).toThrow('mine');
    expect(told).toBe(1);
  });

  it('leaves a name to whoever has it when another source comes to claim it, and reports that once', async () => {
    const a = sentinel('a', []);
    const b = sentinel('b', ['x']);
    const seen: NameConflict[] = [];
    for (const onDuplicate of ['error', 'first'] as const) {
      a.set([]);
      seen.length = 0;
      const tools = of({ a, b }, { onDuplicate, onConflict: (conflict) => seen.push(conflict) });
      a.set(['x', 'y']);
      expect(names(tools)).toEqual(['y', 'x']);
      expect(tools.ownerOf('x')).toBe('b');
      expect(tools.specs().find((spec) => spec.name === 'x')?.description).toBe('x of b');
      a.set(['x', 'y', 'z']);
      expect(names(tools)).toEqual(['y', 'z', 'x']);
      expect(tools.conflicts()).toEqual([{ tool: 'x', kept: 'b', refused: 'a' }]);
      await Promise.resolve();
      expect(seen).toEqual([{ tool: 'x', kept: 'b', refused: 'a' }]);
    }
  });

  it('hands the name on when its owner gives it up', () => {
    const a = sentinel('a', []);
    const b = sentinel('b', ['x']);
    const tools = of({ a, b });
    a.set(['x']);
    expect(tools.ownerOf('x')).toBe('b');
    b.set([]);
    expect(tools.ownerOf('x')).toBe('a');
    expect(tools.conflicts()).toEqual([]);
  });

  it('keeps the name of a tool that its owner only hides', () => {
    let shown = true;
    const base = toolset({ x: { description: 'mine', run: () => 1 } });
    const specs = base.specs();
    const gated = defineExecutor({ ...base, specs: () => (shown ? specs : []), owns: base.owns });
    const tools = registry([{ name: 'gated', executor: gated, origin: 'unknown' }]);
    shown = false;
    expect(tools.specs()).toEqual([]);
    const rival = sentinel('rival', ['x', 'y']).executor;
    expect(() => tools.add({ name: 'rival', executor: rival, origin: 'unknown' })).toThrow(DuplicateNameError);
    expect(tools.sources()).toHaveLength(1);
    expect(tools.ownerOf('x')).toBe('gated');
    shown = true;
    expect(names(tools)).toEqual(['x']);
  });

  it('keeps a hidden tool for its owner also from a source that is listed before it', () => {
    let shown = true;
    const base = toolset({ x: { description: 'mine', run: () => 1 } });
    const specs = base.specs();
    const gated = defineExecutor({ ...base, specs: () => (shown ? specs : []) });
    const rival = sentinel('rival', []);
    const tools = registry([
      { name: 'rival', executor: rival.executor, origin: 'unknown' },
      { name: 'gated', executor: gated, origin: 'unknown' },
    ]);
    shown = false;
    expect(tools.specs()).toEqual([]);
    rival.set(['x']);
    expect(tools.ownerOf('x')).toBe('gated');
    expect(tools.specs()).toEqual([]);
    expect(tools.conflicts()).toEqual([{ tool: 'x', kept: 'gated', refused: 'rival' }]);
    shown = true;
    expect(tools.specs()).toEqual(specs);
  });

  it('refuses to add a source whose tool has a taken name, and is as it was', () => {
    const tools = of({ a: sentinel('a', ['x']) });
    const before = tools.specs();
    const more = { name: 'b', executor: sentinel('b', ['y', 'x']).executor, origin: 'unknown' } as const;
    expect(() => tools.add(more)).toThrow(/"a".*"b".*"x"/u);
    expect(tools.specs()).toBe(before);
    expect(tools.owns('y')).toBe(false);
    expect(() => tools.add({ ...more, name: 'a', prefix: 'p' })).toThrow(/two sources/u);
    tools.add({ ...more, prefix: 'b_' });
    expect(names(tools)).toEqual(['x', 'b_y', 'b_x']);
  });

  it('lets a source that left still see what comes back of its calls', async () => {
    const a = sentinel('a', ['x']);
    const tools = of({ a });
    tools.remove('a');
    const call = toolCall({ id: '1', tool: 'x' });
    expect(await tools.postDispatch(call, { output: 1 })).toEqual({ output: 1, meta: { seenBy: 'a' } });
    await expect(tools.execute(call)).rejects.toMatchObject({ code: 'unknown-tool' });
    expect(tools.ingestsUntrustedContent('x')).toBe(true);
  });

  it('classifies a tool by its hints as they are now', () => {
    const a = toolset({ x: { description: '', capabilities: capabilities('local-read'), run: () => 1 } });
    const tools = registry([{ name: 'a', executor: a, origin: 'local-sandbox' }]);
    expect(tools.requiredCapabilities('x')).toBe(capabilities('local-read', 'local-write'));
    a.remove('x');
    a.add({
      name: 'x',
      description: '',
      capabilities: capabilities('local-read'),
      annotations: { readOnlyHint: true },
      run: () => 2,
    });
    expect(tools.requiredCapabilities('x')).toBe(capabilities('local-read'));
  });

  it('stays equal to its sources over any course of changes, each told once, the first owner kept', () => {
    const pool = ['a', 'b', 'c', '__proto__', 'constructor'];
    const step = fc.record({ who: fc.nat(2), next: fc.uniqueArray(fc.constantFrom(...pool)), told: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const parts = [sentinel('s0', []), sentinel('s1', []), sentinel('s2', [])];
        const tools = of({ s0: parts[0], s1: parts[1], s2: parts[2] } as Readonly<Record<string, Sentinel>>);
        let calls = 0;
        tools.onSpecsChange(() => calls++);
        const has: string[][] = [[], [], []];
        const holder = new Map<string, number>();
        let last = tools.specs();
        for (const { who, next, told } of steps) {
          const before = calls;
          parts[who]?.set(next, 'silently');
          has[who] = next;
          for (const [name, index] of holder) if (!has[index]?.includes(name)) holder.delete(name);
          has.forEach((list, index) => {
            for (const name of list) if (!holder.has(name)) holder.set(name, index);
          });
          const expected = has.flatMap((list, index) => list.filter((name) => holder.get(name) === index));
          if (told) parts[who]?.set(next);
          expect(tools.specs().map((spec) => spec.name)).toEqual(expected);
          for (const name of pool) {
            const index = holder.get(name);
            expect(tools.ownerOf(name)).toBe(index === undefined ? undefined : `s${index}`);
          }
          const changed = tools.specs() !== last;
          if (told && changed) expect(calls).toBe(before + 1);
          if (told) last = tools.specs();
          expect(calls - before).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
