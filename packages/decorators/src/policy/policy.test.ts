import { allow, dispatch, modify, toolCall } from '@pawl/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { echo, spec } from '../../test/fake-base.js';
import { LayerOptionError } from '../options/layer-option-error.js';
import { type PolicyRule, policy } from './index.js';

const specs = [spec('pay'), spec('read', { annotations: { readOnlyHint: true } }), spec('drop')];
const base = echo(specs);
const rules: readonly PolicyRule[] = [
  { id: 'small', when: { tool: 'pay', args: [{ at: '/amount', max: 50 }] }, verdict: 'allow' },
  { when: { tool: 'pay' }, verdict: 'ask', reason: 'more than 50' },
  { when: { readOnly: true }, verdict: 'allow' },
];
const verdict = async (call: { tool: string; args?: unknown; caller?: string }, more: readonly PolicyRule[] = rules) =>
  (await policy({ rules: more, otherwise: 'deny' })(base).preDispatch(toolCall({ id: '1', ...call }))).verdict;

describe('policy', () => {
  it('lets the first rule that holds decide, and the rest stand otherwise', async () => {
    expect(await verdict({ tool: 'pay', args: { amount: 50 } })).toBe('allow');
    expect(await verdict({ tool: 'pay', args: { amount: 51 } })).toBe('ask');
    expect(await verdict({ tool: 'read' })).toBe('allow');
    expect(await verdict({ tool: 'drop' })).toBe('deny');
  });

  it('refuses what a rule cannot judge: left out, of another type, or nobody’s call', async () => {
    for (const args of [undefined, null, {}, { amount: '5' }, { amount: null }, [5]]) {
      expect(await verdict(args === undefined ? { tool: 'pay' } : { tool: 'pay', args })).toBe('deny');
    }
    const owned: readonly PolicyRule[] = [{ when: { caller: 'ada*' }, verdict: 'allow' }];
    expect(await verdict({ tool: 'drop' }, owned)).toBe('deny');
    expect(await verdict({ tool: 'drop', caller: 'ada@x' }, owned)).toBe('allow');
    const present: readonly PolicyRule[] = [{ when: { args: [{ at: '/to', present: false }] }, verdict: 'allow' }];
    expect(await verdict({ tool: 'drop' }, present)).toBe('allow');
    expect(await verdict({ tool: 'drop', args: { to: 'x' } }, present)).toBe('deny');
  });

  it('never falls through a question that cannot be asked, whatever the value and the question', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom({ min: 1 }, { max: 1 }, { prefix: 'a' }, { pattern: 'a*' }, { within: '/a' }),
        fc.boolean(),
        fc.jsonValue(),
        async (test, not, value) => {
          const asked: PolicyRule = { when: { args: [{ at: '/x', ...test, not }] }, verdict: 'ask' };
          const fits = typeof value === ('min' in test || 'max' in test ? 'number' : 'string');
          const tools = policy({ rules: [asked], otherwise: 'allow' })(base);
          const decision = await tools.preDispatch(toolCall({ id: '1', tool: 'drop', args: { x: value } }));
          expect(decision.verdict === 'deny').toBe(!fits);
        },
      ),
    );
  });

  it('judges what an inner layer makes of the arguments', async () => {
    const rewriting = echo(specs, { preDispatch: async () => modify({ amount: 1000 }) });
    const tools = policy({ rules, otherwise: 'deny' })(rewriting);
    const decision = await tools.preDispatch(toolCall({ id: '1', tool: 'pay', args: { amount: 1 } }));
    expect(decision).toMatchObject({ verdict: 'ask', args: { amount: 1000 } });
    expect(decision.reason).toContain('more than 50');
  });

  it('never loosens what the inner says, and refuses a deny on every path', async () => {
    const strict = echo(specs, { preDispatch: async () => ({ verdict: 'deny', reason: 'inner' }) });
    const call = toolCall({ id: '1', tool: 'read' });
    expect((await policy({ rules })(strict).preDispatch(call)).verdict).toBe('deny');
    const tools = policy({ rules, otherwise: 'deny' })(echo(specs, { preDispatch: async () => allow() }));
    const dropped = toolCall({ id: '1', tool: 'drop' });
    const refused = { code: 'refused', outcome: 'not-started' };
    await expect(tools.execute(dropped)).rejects.toMatchObject(refused);
    await expect(tools.executeStream(dropped)).rejects.toMatchObject(refused);
    expect((await dispatch(tools, { id: '1', tool: 'drop' })).status).toBe('denied');
  });

  it('says which rule it was, and why', async () => {
    const decision = await policy({ rules })(base).preDispatch(toolCall({ id: '1', tool: 'pay', args: {} }));
    expect(decision.reason).toBe(
      'pay is refused: rule small cannot be judged, because the argument "/amount" is left out',
    );
  });

  it.each([
    [{ rules: 'x' }, 'rules'],
    [{ rules: [], otherwise: 'allow' }, 'rules'],
    [{ rules: [{ when: { tol: 'x' }, verdict: 'deny' }] }, 'rules/0/when/tol'],
    [{ rules: [{ when: {}, verdict: 'no' }] }, 'rules/0/verdict'],
    [{ rules: [{ when: { args: [{ at: 'x', min: 1 }] }, verdict: 'deny' }] }, 'rules/0/when/args/0/at'],
    [{ rules: [{ when: { args: [{ at: '/x', min: 1, max: 2 }] }, verdict: 'deny' }] }, 'rules/0/when/args/0'],
    [{ rules: [{ when: { args: [{ at: '/x', min: Number.NaN }] }, verdict: 'deny' }] }, 'rules/0/when/args/0/min'],
    [
      {
        rules: [
          { id: 'a', when: {}, verdict: 'deny' },
          { id: 'a', when: {}, verdict: 'deny' },
        ],
      },
      'rules',
    ],
    [{ rules: [], otherwise: 'never' }, 'otherwise'],
  ])('refuses %j', (options, option) => {
    const thrown = (): unknown => {
      try {
        return policy(options as never);
      } catch (error) {
        return error;
      }
    };
    expect(thrown()).toBeInstanceOf(LayerOptionError);
    expect(thrown()).toMatchObject({ option });
  });

  it('refuses a rule about a tool that there is not, unless it may come later', () => {
    const rule: PolicyRule = { when: { tool: 'paay' }, verdict: 'deny' };
    expect(() => policy({ rules: [rule] })(base)).toThrow('did you mean "pay"?');
    expect(policy({ rules: [rule], whenUnmatched: 'ignore' })(base).owns('pay')).toBe(true);
  });
});
