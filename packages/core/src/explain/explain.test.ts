import { describe, expect, it } from 'vitest';
import { ALL, NONE } from '../capability/capability-set.js';
import { allow, deny } from '../decision/decisions.js';
import { tighten } from '../decision/tighten.js';
import { defineExecutor } from '../executor/define-executor.js';
import { derivedSpecs } from '../executor/derived-specs.js';
import { layer } from '../layer/layer.js';
import { stack } from '../layer/stack.js';
import { explain } from './explain.js';

const base = defineExecutor({
  specs: () => [
    { name: 'read', description: '', inputSchema: {}, annotations: { readOnlyHint: true } },
    { name: 'write', description: '', inputSchema: {} },
  ],
  requiredCapabilities: () => NONE,
  execute: () => Promise.reject(new Error('explain ran a tool')),
});

const guard = layer('guard', { preDispatch: 'tightens', requiredCapabilities: 'tightens' }, (inner) => ({
  preDispatch: (call) => tighten(call, call.tool === 'write' ? deny('read only') : allow(), inner),
  requiredCapabilities: (tool) => (tool === 'read' ? inner.requiredCapabilities(tool) : ALL),
}));
const hides = layer('hides', { specs: 'narrows' }, (inner) => ({
  specs: derivedSpecs(inner.specs, (specs) => specs.filter(({ name }) => name !== 'read')),
}));
const idle = layer('idle', { preDispatch: 'tightens' }, (inner) => ({
  preDispatch: (call) => tighten(call, allow(), inner),
}));

describe('explain', () => {
  const tools = stack(idle, hides, guard, idle)(base);

  it('names the layer behind a verdict and behind every answer', async () => {
    const explanation = await explain(tools, { id: '1', tool: 'write' });
    expect(explanation).toMatchObject({ tool: 'write', verdict: 'deny', reason: 'read only', layer: 'guard' });
    const by = Object.fromEntries(
      explanation.members.map(({ member, answer, layer: name }) => [member, [answer, name]]),
    );
    expect(by).toMatchObject({
      specs: [true, 'base'],
      owns: [true, 'base'],
      needsApproval: [true, 'base'],
      preDispatch: ['deny', 'guard'],
      sandboxWouldDeny: [false, 'base'],
    });
    expect(by['requiredCapabilities']?.[1]).toBe('guard');
  });

  it('shows what every level answers, outermost first, as JSON', async () => {
    const { members, ...rest } = await explain(tools, { id: '1', tool: 'read' });
    expect(rest).toEqual({ tool: 'read', verdict: 'invalid', layer: 'hides' });
    expect(members[0]).toEqual({
      member: 'specs',
      answer: false,
      layer: 'hides',
      levels: [
        { layer: 'idle', answer: false },
        { layer: 'hides', answer: false },
        { layer: 'guard', answer: true },
        { layer: 'idle', answer: true },
        { layer: 'base', answer: true },
      ],
    });
    expect(JSON.parse(JSON.stringify(members))).toEqual(members);
  });

  it('leaves what the base decides to the base, also where layers hand it on asynchronously', async () => {
    const hands = layer('hands', { preDispatch: 'tightens' }, (inner) => ({
      preDispatch: async (call) => await inner.preDispatch(call),
    }));
    expect(await explain(stack(hands, idle)(base), { id: '1', tool: 'write' })).toMatchObject({
      verdict: 'ask',
      layer: 'base',
    });
  });

  it('reports a level that fails as a fault of that level', async () => {
    const broken = layer('broken', { preDispatch: 'tightens' }, () => ({
      preDispatch: () => Promise.reject(new Error('boom')),
    }));
    const explanation = await explain(stack(idle, broken)(base), { id: '1', tool: 'write' });
    expect(explanation).toMatchObject({ verdict: 'deny', layer: 'broken' });
    const preDispatch = explanation.members.find(({ member }) => member === 'preDispatch');
    expect(preDispatch?.levels.map(({ answer }) => answer)).toEqual(['fault', 'fault', 'ask']);
    expect(preDispatch?.layer).toBe('broken');
  });
});
