import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL, NONE } from '../capability/capability-set.js';
import { executorMembers, type ToolExecutor } from '../contract/tool-executor.js';
import type { ToolSpec } from '../contract/tool-spec.js';
import { bareScope, type WorkerScope } from '../contract/worker.js';
import { deny, requireApproval } from '../decision/decisions.js';
import { defineExecutor } from '../executor/define-executor.js';
import { toolCall } from '../executor/tool-call.js';
import { type Layer, layer } from './layer.js';
import { stack } from './stack.js';

const base = defineExecutor({ workspace: 'none' });
const specs: readonly ToolSpec[] = ['a', 'b', 'ab'].map((name) => ({ name, description: '', inputSchema: {} }));

class Files implements ToolExecutor {
  readonly #specs = specs;
  specs = (): readonly ToolSpec[] => this.#specs;
  onSpecsChange(): () => void {
    return () => {};
  }
  owns(tool: string): boolean {
    return this.#specs.some(({ name }) => name === tool);
  }
  needsApproval(): boolean {
    return this.#specs.length === 0;
  }
  cacheableApproval(): boolean {
    return this.#specs.length > 0;
  }
  requiredCapabilities(): typeof NONE {
    return this.#specs.length > 0 ? NONE : ALL;
  }
  ingestsUntrustedContent(): boolean {
    return this.#specs.length === 0;
  }
  async preDispatch(): ReturnType<ToolExecutor['preDispatch']> {
    return requireApproval(String(this.#specs.length));
  }
  async sandboxWouldDeny(): Promise<boolean> {
    return this.#specs.length > 0;
  }
  async recoverUnadvertised(): Promise<readonly ToolSpec[]> {
    return this.#specs;
  }
  async execute(): ReturnType<ToolExecutor['execute']> {
    return { output: this.#specs.length };
  }
  async executeStream(): ReturnType<ToolExecutor['executeStream']> {
    throw new Error(String(this.#specs.length));
  }
  async postDispatch(
    ...[, outcome]: Parameters<ToolExecutor['postDispatch']>
  ): ReturnType<ToolExecutor['postDispatch']> {
    return this.#specs.length > 0 ? outcome : { output: null };
  }
  async forWorker(scope: WorkerScope): ReturnType<ToolExecutor['forWorker']> {
    return { kind: 'rooted', executor: new Files(), seeded: [scope.workerId, String(this.#specs.length)] };
  }
}

const hides = (letter: string): Layer =>
  layer(`hides ${letter}`, { owns: 'narrows', preDispatch: 'tightens' }, (inner) => ({
    owns: (tool) => !tool.includes(letter) && inner.owns(tool),
    preDispatch: async (call) => (call.tool.includes(letter) ? deny(letter) : inner.preDispatch(call)),
  }));

describe('layer', () => {
  it("hands on an untouched member as the inner's own function object, at every depth", () => {
    const once = hides('a')(base);
    const twice = hides('b')(once);
    for (const member of executorMembers) {
      if (member === 'owns' || member === 'preDispatch' || member === 'forWorker') continue;
      expect(once[member]).toBe(base[member]);
      expect(twice[member]).toBe(base[member]);
    }
  });

  it('binds a class instance once, so that no member loses its `this`', async () => {
    const files = new Files();
    const [one, other] = [hides('x')(files), hides('y')(files)];
    expect(one.needsApproval).toBe(other.needsApproval);
    const { owns, needsApproval, cacheableApproval, requiredCapabilities, execute, forWorker } = one;
    expect([owns('a'), needsApproval('a'), cacheableApproval('a'), requiredCapabilities('a')]).toEqual([
      true,
      false,
      true,
      NONE,
    ]);
    expect(await execute(toolCall({ id: '1', tool: 'a' }))).toEqual({ output: 3 });
    expect(await forWorker(bareScope('w'))).toMatchObject({ kind: 'rooted', seeded: ['w', '3'] });
  });

  it("uses a plain object's members as they are", () => {
    const plain: ToolExecutor = { ...base };
    expect(hides('a')(plain).specs).toBe(plain.specs);
  });

  it('gives a frozen executor with the fourteen members and no way to the inner', () => {
    const layered = hides('a')(base);
    expect(Object.isFrozen(layered)).toBe(true);
    expect(Reflect.ownKeys(layered)).toEqual(executorMembers);
  });

  it('applies itself again to the executor of a worker, with its scope, at every depth', async () => {
    const scopes: (string | undefined)[] = [];
    const remembering = layer('remembering', { owns: 'narrows' }, (inner, scope) => {
      scopes.push(scope?.workerId);
      return { owns: (tool) => tool !== 'b' && inner.owns(tool) };
    });
    let tools = stack(remembering, hides('ab'))(new Files());
    for (const worker of ['w1', 'w2']) {
      const root = await tools.forWorker(bareScope(worker));
      if (root.kind !== 'rooted') throw new Error('not rooted');
      expect(root.seeded).toEqual([worker, '3']);
      tools = root.executor;
      expect(specs.map(({ name }) => tools.owns(name))).toEqual([true, false, false]);
    }
    expect(scopes).toEqual([undefined, 'w1', 'w2']);
  });

  it('hands on `no-workspace` and `refused` as they are', async () => {
    const none = { kind: 'no-workspace' } as const;
    const layered = hides('a')(defineExecutor({ forWorker: async () => none }));
    expect(await layered.forWorker(bareScope('w'))).toBe(none);
    const refused = await hides('a')(defineExecutor({})).forWorker(bareScope('w'));
    expect(refused).toBe(await defineExecutor({}).forWorker(bareScope('v')));
  });

  it('says at once what an untyped author got wrong', () => {
    const wrap = (): never => ({ owns: () => true }) as never;
    expect(() => layer('l', { owns: 'tightens' } as never, wrap)).toThrow(
      '`owns` is touched as "tightens"; it allows narrows',
    );
    expect(() => layer('l', { forWorker: 'rewrites' } as never, wrap)).toThrow(
      '`forWorker` is no member that a layer may touch',
    );
    expect(() => layer('l', { constructor: 'rewrites' } as never, wrap)).toThrow('`constructor` is no member');
    expect(() => layer('l', {} as never, wrap)(base)).toThrow('writes `owns` but does not declare it');
    expect(() => layer('l', { owns: 'narrows', specs: 'narrows' } as never, wrap)(base)).toThrow(
      'declares `specs` but does not write it',
    );
    expect(() => hides('a')({ ...base, owns: undefined } as never)).toThrow('its `owns` is undefined, not a function');
    expect(() => stack(hides('a'), {} as never)).toThrow('item 2 is no layer');
  });

  it('says what it is: name, touches, and the single layers of a stack', () => {
    const [a, b] = [hides('a'), layer('widens', { owns: 'extends' }, () => ({ owns: () => true }))];
    expect([a.name, a.touches, a.layers]).toEqual(['hides a', { owns: 'narrows', preDispatch: 'tightens' }, [a]]);
    const both = stack(a, stack(b, a));
    expect(both.name).toBe('hides a > widens > hides a');
    expect(both.layers).toEqual([a, b, a]);
    expect(both.touches).toEqual({ owns: 'rewrites', preDispatch: 'tightens' });
  });
});

describe('stack', () => {
  const some = fc.array(fc.constantFrom('a', 'b', 'c').map(hides), { maxLength: 4 });

  it('is associative, and the empty stack changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(some, some, fc.constantFrom('a', 'b', 'c', 'ab', 'd'), async (outer, inner, tool) => {
        const call = toolCall({ id: '1', tool });
        const all = [
          stack(...outer, ...inner),
          stack(stack(...outer), stack(...inner)),
          stack(stack(), ...outer, stack(...inner)),
        ];
        const [first, ...rest] = await Promise.all(
          all.map(async (made) => {
            const tools = made(new Files());
            return [made.name, tools.owns(tool), await tools.preDispatch(call)];
          }),
        );
        for (const other of rest) expect(other).toEqual(first);
        expect(stack()(base)).toBe(base);
      }),
    );
  });

  it('has the first listed as the outermost', async () => {
    const order: string[] = [];
    const logs = (name: string): Layer =>
      layer(name, { execute: 'rewrites' }, (inner) => ({
        execute: (call) => {
          order.push(name);
          return inner.execute(call);
        },
      }));
    await stack(logs('first'), logs('second'))(new Files()).execute(toolCall({ id: '1', tool: 'a' }));
    expect(order).toEqual(['first', 'second']);
  });
});
