import {
  ALL,
  capabilities,
  defineExecutor,
  dispatch,
  layer,
  NONE,
  type ToolExecutor,
  ToolFailure,
  type ToolSpec,
  toolCall,
  union,
} from '@pawl/core';
import { describe, expect, it } from 'vitest';
import { sentinel, specOf } from '../../test/sentinel.js';
import { toolset } from '../toolset/toolset.js';
import { DuplicateNameError } from './duplicate-name-error.js';
import { registry } from './registry.js';
import type { RegistrySource } from './registry-source.js';

const source = (name: string, executor: ToolExecutor, more: Partial<RegistrySource> = {}): RegistrySource => ({
  name,
  executor,
  origin: 'first-party',
  ...more,
});
const call = (tool: string) => toolCall({ id: '1', tool });
const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('registry: routing', () => {
  it('answers for a name that nobody owns as strictly as can be (DEF-02, OWN-02)', async () => {
    const tools = registry([
      source('a', sentinel('a', ['x']).executor),
      source('p', sentinel('p', ['y']).executor, { prefix: 'p_' }),
    ]);
    for (const name of ['nobody', 'constructor', '__proto__', 'toString', 'y', 'p_', 'p_x', '']) {
      expect(tools.owns(name)).toBe(false);
      expect(tools.needsApproval(name)).toBe(true);
      expect(tools.cacheableApproval(name)).toBe(false);
      expect(tools.requiredCapabilities(name)).toBe(ALL);
      expect(tools.ingestsUntrustedContent(name)).toBe(true);
      expect(tools.ownerOf(name)).toBeUndefined();
      expect((await tools.preDispatch(call(name))).verdict).toBe('deny');
      expect(await rejection(tools.execute(call(name)))).toMatchObject({
        code: 'unknown-tool',
        outcome: 'not-started',
      });
      expect(await rejection(tools.executeStream(call(name)))).toBeInstanceOf(ToolFailure);
      const outcome = { output: 1 };
      expect(await tools.postDispatch(call(name), outcome)).toBe(outcome);
    }
  });

  it('routes names of Object.prototype like any other', async () => {
    const names = ['__proto__', 'constructor', 'hasOwnProperty'];
    const tools = registry([
      source('a', toolset(names.map((name) => ({ name, description: '', run: () => `ran ${name}` })))),
    ]);
    for (const name of names) {
      expect(tools.owns(name)).toBe(true);
      expect(await tools.execute(call(name))).toEqual({ output: `ran ${name}` });
    }
  });

  it('advertises under the prefix, keeping the rest of the spec, and calls the owner without it', async () => {
    const a = sentinel('a', ['x']);
    const tools = registry([source('a', a.executor, { prefix: 'one/' })]);
    expect(tools.specs()).toEqual([{ ...specOf('x', 'a'), name: 'one/x' }]);
    await tools.preDispatch(call('one/x'));
    expect(a.asked[0]?.call.tool).toBe('x');
    expect(tools.owns('x')).toBe(false);
  });

  it('leads to a tool that its owner hides from the catalogue', async () => {
    const hides = layer('hides', { specs: 'narrows' }, (inner) => ({
      specs: () => inner.specs().filter((spec) => spec.name !== 'hidden'),
    }));
    const inner = toolset({ hidden: { description: '', capabilities: NONE, needsApproval: false, run: () => 'ran' } });
    const tools = registry([source('a', hides(inner), { prefix: 'a_', origin: 'local-sandbox' })]);
    expect(tools.specs()).toEqual([]);
    expect(tools.owns('a_hidden')).toBe(true);
    expect(tools.ownerOf('a_hidden')).toBe('a');
    expect(tools.requiredCapabilities('a_hidden')).toBe(capabilities('local-read', 'local-write'));
    expect((await dispatch(tools, call('a_hidden'))).status).toBe('failed');
    expect((await dispatch(tools, call('a_hidden'), { advertised: [specOf('a_hidden', 'a')] })).status).toBe(
      'executed',
    );
  });

  it('binds sources that are instances of a class', async () => {
    class Mine {
      readonly #specs = [specOf('x', 'mine')];
      readonly #base = defineExecutor({});
      specs = (): readonly ToolSpec[] => this.#specs;
      onSpecsChange = this.#base.onSpecsChange;
      owns(tool: string): boolean {
        return this.#specs.some((spec) => spec.name === tool);
      }
      needsApproval = this.#base.needsApproval;
      cacheableApproval = this.#base.cacheableApproval;
      requiredCapabilities = this.#base.requiredCapabilities;
      ingestsUntrustedContent = this.#base.ingestsUntrustedContent;
      preDispatch = this.#base.preDispatch;
      sandboxWouldDeny = this.#base.sandboxWouldDeny;
      recoverUnadvertised = this.#base.recoverUnadvertised;
      async execute() {
        return { output: this.#specs.length };
      }
      executeStream = this.#base.executeStream;
      postDispatch = this.#base.postDispatch;
      forWorker = this.#base.forWorker;
    }
    const tools = registry([source('mine', new Mine())]);
    expect(tools.owns('x')).toBe(true);
    expect(await tools.execute(call('x'))).toEqual({ output: 1 });
  });

  it('lets a source that fails or answers nonsense fail its own tools alone, strictly', async () => {
    const broken = (answer: () => never): ToolExecutor =>
      defineExecutor({ specs: answer, owns: answer, needsApproval: answer, requiredCapabilities: answer });
    const throwing = broken(() => {
      throw new Error('down');
    });
    const nonsense = broken(() => [{ nameless: true }] as never);
    const good = sentinel('good', ['x']);
    const tools = registry([source('t', throwing), source('n', nonsense), source('good', good.executor)]);
    expect(tools.specs().map((spec) => spec.name)).toEqual(['x']);
    expect(tools.specs()).toBe(tools.specs());
    expect(tools.owns('x')).toBe(true);
    expect(tools.owns('y')).toBe(false);
    expect(tools.needsApproval('y')).toBe(true);
    expect(await tools.recoverUnadvertised(call('y'))).toEqual([]);
    expect(tools.onSpecsChange(() => {})).toBeTypeOf('function');
  });
});

describe('registry: duplicate names (CMP-02)', () => {
  const two = (): [RegistrySource, RegistrySource] => [
    source('one', sentinel('one', ['x', 'y']).executor),
    source('two', sentinel('two', ['y', 'z']).executor),
  ];

  it('is an error that names the tool and both owners', () => {
    expect(() => registry(two())).toThrow(DuplicateNameError);
    expect(() => registry(two())).toThrow(/"one".*"two".*"y".*prefix.*onDuplicate/u);
  });

  it('finds one that only a prefix makes, and one within a source', () => {
    expect(() =>
      registry([
        source('one', sentinel('one', ['a_x']).executor),
        source('two', sentinel('two', ['x']).executor, { prefix: 'a_' }),
      ]),
    ).toThrow(/"a_x"/u);
    expect(() => registry([source('one', sentinel('one', ['x', 'x']).executor)])).toThrow(/"one" has two tools/u);
  });

  it('gives the name to the first where that is said, and lists the conflict', () => {
    const [one, two_] = two();
    const tools = registry([one, two_], { onDuplicate: 'first' });
    expect(tools.specs().map((spec) => spec.name)).toEqual(['x', 'y', 'z']);
    expect(tools.ownerOf('y')).toBe('one');
    expect(tools.conflicts()).toEqual([{ tool: 'y', kept: 'one', refused: 'two' }]);
    expect(registry([two_, one], { onDuplicate: 'first' }).ownerOf('y')).toBe('two');
  });

  it('keeps both apart by prefixes', () => {
    const [one, two_] = two();
    const tools = registry([one, { ...two_, prefix: 'two_' }]);
    expect(tools.specs().map((spec) => spec.name)).toEqual(['x', 'y', 'two_y', 'two_z']);
    expect(tools.ownerOf('two_y')).toBe('two');
  });
});

describe('registry: what a tool requires', () => {
  const unclassified = defineExecutor({
    specs: (() => {
      const specs: ToolSpec[] = [
        { ...specOf('read', 'x'), annotations: { readOnlyHint: true, destructiveHint: false } },
        specOf('write', 'x'),
      ];
      return () => specs;
    })(),
  });

  it('takes everything that either the origin or the owner names', () => {
    const stated = toolset({ t: { description: '', capabilities: capabilities('arbitrary-egress'), run: () => 1 } });
    expect(registry([source('s', stated, { origin: 'local-sandbox' })]).requiredCapabilities('t')).toBe(
      capabilities('arbitrary-egress', 'local-read', 'local-write'),
    );
    expect(registry([source('u', unclassified)]).requiredCapabilities('read')).toBe(ALL);
  });

  it('hears an owner that never classified its tools no more, where the operator says so', () => {
    const tools = registry([source('u', unclassified, { capabilities: 'origin', origin: 'registered-connector' })]);
    expect(tools.requiredCapabilities('read')).toBe(capabilities('fixed-connector-read'));
    expect(tools.requiredCapabilities('write')).toBe(capabilities('fixed-connector-read', 'mutate-external'));
    const stricter = toolset({ t: { description: '', capabilities: capabilities('manage-admin'), run: () => 1 } });
    expect(
      registry([source('s', stricter, { capabilities: 'origin', origin: 'first-party' })]).requiredCapabilities('t'),
    ).toBe(union(capabilities('manage-admin'), capabilities('fixed-connector-read', 'mutate-external')));
  });

  it('does not let the hints of an unknown source earn it trust', () => {
    const tools = registry([source('u', unclassified, { capabilities: 'origin', origin: 'unknown' })]);
    expect(tools.requiredCapabilities('read')).toBe(ALL);
  });

  it('takes the owner alone at its word, where the operator says so', () => {
    const stated = toolset({ t: { description: '', capabilities: NONE, run: () => 1 } });
    expect(registry([source('s', stated, { capabilities: 'owner' })]).requiredCapabilities('t')).toBe(NONE);
  });
});

describe('registry: recovery', () => {
  const offering = (names: readonly string[], owned: readonly string[] = names): ToolExecutor =>
    defineExecutor({
      owns: (tool) => owned.includes(tool),
      recoverUnadvertised: async () => names.map((n) => specOf(n, 'o')),
    });

  it('unites what the sources offer, under the prefixed names, once each', async () => {
    const tools = registry([
      source('a', offering(['x', 'y', 'x']), { prefix: 'a_' }),
      source('b', offering(['y'])),
      source('c', offering(['y'])),
    ]);
    expect((await tools.recoverUnadvertised(call('z'))).map((spec) => spec.name)).toEqual(['a_x', 'a_y', 'y']);
  });

  it('leaves out what is advertised, and what would lead to another source', async () => {
    const tools = registry([
      source('a', sentinel('a', ['x']).executor),
      source('b', offering(['x', 'not-mine', 'ok'], ['x', 'ok'])),
      source('dead', defineExecutor({ recoverUnadvertised: () => Promise.reject(new Error('down')) })),
      source('odd', defineExecutor({ recoverUnadvertised: async () => 5 as never })),
    ]);
    expect((await tools.recoverUnadvertised(call('z'))).map((spec) => spec.name)).toEqual(['ok']);
  });

  it('leaves out what its own source advertises, and what an earlier source owns and does not offer', async () => {
    const both = defineExecutor({
      ...sentinel('a', ['x']).executor,
      recoverUnadvertised: async () => [specOf('x', 'a')],
    });
    const tools = registry([
      source('both', both),
      source('keeper', offering([], ['kept'])),
      source('b', offering(['kept', 'ok'])),
    ]);
    expect((await tools.recoverUnadvertised(call('z'))).map((spec) => spec.name)).toEqual(['ok']);
  });

  it('asks the owner alone where the name has one', async () => {
    const tools = registry([source('a', offering(['x'], ['x', 'mine'])), source('b', offering(['y']))]);
    expect((await tools.recoverUnadvertised(call('mine'))).map((spec) => spec.name)).toEqual(['x']);
  });
});

describe('registry: sources and options', () => {
  const { executor } = sentinel('a', ['x']);

  it('refuses a source that is wrong, and names it', () => {
    for (const [wrong, words] of [
      [null, /a source is an object/u],
      [{ executor, origin: 'fetcher' }, /`name`/u],
      [{ name: 'a', executor, origin: undefined }, /"a".*`origin` is one of local-sandbox/u],
      [{ name: 'a', executor, origin: 'constructor' }, /"a".*`origin`/u],
      [{ name: 'a', executor: {}, origin: 'fetcher' }, /"a".*no `specs`/u],
      [{ name: 'a', executor, origin: 'fetcher', prefix: 5 }, /"a".*`prefix`/u],
      [{ name: 'a', executor, origin: 'fetcher', capabilities: 'all' }, /"a".*`capabilities`/u],
    ] as const) {
      expect(() => registry([wrong as never])).toThrow(words);
    }
    expect(() => registry([source('a', executor), source('a', sentinel('b', []).executor)])).toThrow(
      /two sources.*"a"/u,
    );
    expect(() => registry({} as never)).toThrow(/in a list/u);
    expect(() => registry([], { onDuplicate: 'last' as never })).toThrow(/onDuplicate/u);
    expect(() => registry([], { onConflict: 1 as never })).toThrow(/onConflict/u);
  });

  it('tells of its sources without handing out their executors', () => {
    expect(registry([source('a', executor, { prefix: 'p' })]).sources()).toEqual([
      { name: 'a', origin: 'first-party', prefix: 'p', capabilities: 'both' },
    ]);
  });
});
