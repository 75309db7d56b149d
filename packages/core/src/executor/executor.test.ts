import { describe, expect, it } from 'vitest';
import { ALL } from '../capability/capability-set.js';
import { executorMembers } from '../contract/tool-executor.js';
import { isToolFailure, ToolFailure } from '../contract/tool-failure.js';
import type { ToolSpec } from '../contract/tool-spec.js';
import { bareScope } from '../contract/worker.js';
import { defineExecutor } from './define-executor.js';
import { derivedSpecs } from './derived-specs.js';
import { specsByName } from './specs-by-name.js';
import { toolCall, withArgs } from './tool-call.js';

const spec = (name: string, more: Partial<ToolSpec> = {}): ToolSpec => ({
  name,
  description: '',
  inputSchema: { type: 'object' },
  ...more,
});
const call = toolCall({ id: '1', tool: 'read', args: {} });

describe('toolCall', () => {
  it('snapshots the arguments, so that a later change of the original runs nothing else', () => {
    const args = { path: 'a', list: [1] };
    const made = toolCall({ id: '1', tool: 't', args });
    args.path = 'b';
    args.list.push(2);
    expect(made).toEqual({ id: '1', tool: 't', args: { path: 'a', list: [1] }, attempt: 1 });
    expect(Object.isFrozen(made) && Object.isFrozen(made.args)).toBe(true);
  });

  it('keeps absent arguments absent, and refuses undefined ones with a hint', () => {
    expect('args' in toolCall({ id: '1', tool: 't' })).toBe(false);
    expect(() => toolCall({ id: '1', tool: 't', args: undefined })).toThrow('leave `args` out');
  });

  it('keeps every other field, unknown ones included', () => {
    const { signal } = new AbortController();
    const init = { id: '1', tool: 't', attempt: 3, session: 's', caller: 'c', timeoutMs: 5, signal, vendor: { x: 1 } };
    expect(toolCall(init)).toEqual(init);
    expect(withArgs(toolCall(init), null)).toEqual({ ...init, args: null });
  });

  it.each([
    ['a name that is no string', { id: '1', tool: 7 }, 'its name (`tool`) must be a string'],
    ['an id that is no string', { id: 1, tool: 't' }, 'its `id` must be a string'],
    ['attempt 0', { id: '1', tool: 't', attempt: 0 }, '`attempt` must be 1 or more'],
    ['a time-out of nothing', { id: '1', tool: 't', timeoutMs: 0 }, '`timeoutMs` must be a positive number'],
    [
      'effects that are not I-JSON',
      { id: '1', tool: 't', expectedEffects: { a: Number.NaN } },
      'in `expectedEffects`, the value at /a',
    ],
    ['nothing at all', null, 'a call is an object'],
  ])('refuses %s before anything starts', (_name, init, message) => {
    expect(() => toolCall(init as never)).toThrow(message);
    try {
      toolCall(init as never);
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid-arguments', outcome: 'not-started', terminal: false });
    }
  });
});

describe('DEF-01: defineExecutor, told nothing', () => {
  const nothing = defineExecutor({});

  it('fails closed on every name question', () => {
    for (const tool of ['read', 'constructor', '__proto__', '']) {
      expect(nothing.owns(tool)).toBe(false);
      expect(nothing.needsApproval(tool)).toBe(true);
      expect(nothing.cacheableApproval(tool)).toBe(false);
      expect(nothing.requiredCapabilities(tool)).toBe(ALL);
      expect(nothing.ingestsUntrustedContent(tool)).toBe(true);
    }
    expect(nothing.specs()).toEqual([]);
    expect(nothing.specs()).toBe(nothing.specs());
  });

  it('asks, runs nothing, streams nothing, recovers nothing, and takes no worker', async () => {
    expect(await nothing.preDispatch(call)).toMatchObject({ verdict: 'ask' });
    expect(await nothing.sandboxWouldDeny(call)).toBe(false);
    expect(await nothing.recoverUnadvertised(call)).toEqual([]);
    await expect(nothing.execute(call)).rejects.toMatchObject({ code: 'unknown-tool', outcome: 'not-started' });
    await expect(nothing.executeStream(call)).rejects.toMatchObject({ code: 'unsupported', outcome: 'not-started' });
    const outcome = { output: 1 };
    expect(await nothing.postDispatch(call, outcome)).toBe(outcome);
    const root = await nothing.forWorker(bareScope('w'));
    expect(root).toMatchObject({ kind: 'refused', error: { code: 'undeclared' } });
  });
});

describe('defineExecutor', () => {
  it('answers name questions from the specs that it was given', async () => {
    const specs = [
      spec('read', { annotations: { readOnlyHint: true, openWorldHint: false } }),
      spec('write', { cacheableApproval: true }),
    ];
    const tools = defineExecutor({ specs: () => specs, workspace: 'none' });
    expect(['read', 'write', 'gone'].map((tool) => tools.needsApproval(tool))).toEqual([false, true, true]);
    expect(['read', 'write', 'gone'].map((tool) => tools.cacheableApproval(tool))).toEqual([false, true, false]);
    expect(['read', 'write', 'gone'].map((tool) => tools.ingestsUntrustedContent(tool))).toEqual([false, true, true]);
    expect(['read', 'write', 'gone'].map((tool) => tools.owns(tool))).toEqual([true, true, false]);
    expect(await tools.preDispatch(call)).toEqual({ verdict: 'allow' });
    expect(await tools.forWorker(bareScope('w'))).toEqual({ kind: 'no-workspace' });
  });

  it('derives preDispatch from the needsApproval that it was given', async () => {
    const tools = defineExecutor({ needsApproval: (tool) => tool !== 'read' });
    expect((await tools.preDispatch(call)).verdict).toBe('allow');
  });

  it('lets parts use `this`, also when a member is taken off the executor', () => {
    const { owns } = defineExecutor({
      specs() {
        return [spec('x')];
      },
      owns(tool) {
        return this.specs?.().some(({ name }) => name === tool) === true;
      },
    });
    expect(owns('x')).toBe(true);
  });

  it('refuses contradictory or malformed parts', () => {
    expect(() => defineExecutor({ owns: true } as never)).toThrow('`owns` must be a function');
    expect(() => defineExecutor({ workspace: 'mine' } as never)).toThrow("`workspace` is 'none' or left out");
    expect(() => defineExecutor({ workspace: 'none', forWorker: async () => ({ kind: 'no-workspace' }) })).toThrow(
      'not both',
    );
  });

  it('has all fourteen members and is frozen', () => {
    const tools = defineExecutor({});
    expect(Object.keys(tools)).toEqual(executorMembers);
    expect(executorMembers).toHaveLength(14);
    expect(Object.isFrozen(tools)).toBe(true);
  });
});

describe('ToolFailure.with', () => {
  it('changes what it is told and keeps the rest: class, cause, unknown fields', () => {
    class Mine extends ToolFailure {
      readonly vendor = 'v';
    }
    const cause = new Error('why');
    const before = new Mine('secret', { code: 'x', terminal: true, outcome: 'unknown', output: { a: 1 }, cause });
    Object.assign(before, { extra: [1] });
    const after = before.with({ message: 'hidden' });
    expect(after).toBeInstanceOf(Mine);
    expect(after).toMatchObject({
      message: 'hidden',
      code: 'x',
      terminal: true,
      outcome: 'unknown',
      vendor: 'v',
      extra: [1],
    });
    expect(after.cause).toBe(cause);
    expect(after.output).toBe(before.output);
    expect(after.stack).not.toContain('secret');
    expect(before.message).toBe('secret');
  });

  it('can take the cause away and does not invent one', () => {
    expect('cause' in new ToolFailure('m', { code: 'c' }).with({ message: 'n' })).toBe(false);
    expect(new ToolFailure('m', { code: 'c', cause: 1 }).with({ cause: undefined }).cause).toBeUndefined();
  });

  it('is recognised also from another copy of the package', () => {
    const foreign = new Error('x');
    Object.defineProperty(foreign, Symbol.for('@pawl/core/ToolFailure'), { value: true });
    expect(isToolFailure(foreign)).toBe(true);
    expect([new Error('x'), { code: 'x' }, null].map(isToolFailure)).toEqual([false, false, false]);
  });
});

describe('catalogues', () => {
  it('finds prototype names only where they are registered', () => {
    const index = specsByName([spec('__proto__'), spec('read')]);
    expect(['__proto__', 'constructor', 'toString', 'read'].map((name) => index.has(name))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('lets the first owner of a name keep it', () => {
    const first = spec('a');
    expect(specsByName([first, spec('a')]).get('a')).toBe(first);
  });

  it('derives once for each array of the inner', () => {
    let specs = [spec('a'), spec('b')];
    const derived = derivedSpecs(
      () => specs,
      (all) => all.filter(({ name }) => name === 'a'),
    );
    const before = derived();
    expect(derived()).toBe(before);
    specs = [spec('a')];
    expect(derived()).not.toBe(before);
  });
});
