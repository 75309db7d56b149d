// Each expected error below fails the type check (`npm run check`, and the test of types) when it goes away.
import { expect, it } from 'vitest';
import type { ExecutorMember } from '../contract/tool-executor.js';
import { layer } from './layer.js';
import type { TouchableMember } from './touches.js';

type Equal<A, B> = [A, B] extends [B, A] ? true : false;
const everyMemberButForWorker: Equal<TouchableMember, Exclude<ExecutorMember, 'forWorker'>> = true;

it('every member but forWorker can be touched', () => {
  expect(everyMemberButForWorker).toBe(true);
});

it('a layer compiles only when it writes exactly what it declares', () => {
  const sound = layer('sound', { owns: 'narrows', preDispatch: 'remembers' }, (inner) => ({
    owns: (tool) => inner.owns(tool),
    preDispatch: (call) => inner.preDispatch(call),
  }));
  expect(sound.name).toBe('sound');

  // @ts-expect-error it writes `specs` and does not declare it
  layer('one more', { owns: 'narrows' }, (inner) => ({ owns: inner.owns, specs: inner.specs }));

  // @ts-expect-error it declares `specs` and does not write it
  layer('one fewer', { owns: 'narrows', specs: 'narrows' }, (inner) => ({ owns: inner.owns }));

  // @ts-expect-error it writes `forWorker`, which is `layer`'s own
  layer('worker', { owns: 'narrows' }, (inner) => ({ owns: inner.owns, forWorker: inner.forWorker }));

  expect(() => {
    // @ts-expect-error `forWorker` cannot be declared either
    layer('worker', { forWorker: 'rewrites' }, (inner) => ({ forWorker: inner.forWorker }));
  }).toThrow();

  // @ts-expect-error it writes a member with another signature
  layer('signature', { owns: 'narrows' }, () => ({ owns: () => 'yes' }));
});

it('a layer compiles only with a kind of touch that the member allows', () => {
  const wrong = [
    // @ts-expect-error a verdict is tightened, rewritten or remembered
    () => layer('k', { preDispatch: 'refuses' }, (inner) => ({ preDispatch: inner.preDispatch })),
    // @ts-expect-error only preDispatch remembers
    () => layer('k', { execute: 'remembers' }, (inner) => ({ execute: inner.execute })),
    // @ts-expect-error needsApproval is never loosened
    () => layer('k', { needsApproval: 'rewrites' }, (inner) => ({ needsApproval: inner.needsApproval })),
    () =>
      // @ts-expect-error capabilities only grow
      layer('k', { requiredCapabilities: 'narrows' }, (inner) => ({
        requiredCapabilities: inner.requiredCapabilities,
      })),
    () =>
      // @ts-expect-error taint is never taken away
      layer('k', { ingestsUntrustedContent: 'narrows' }, (inner) => ({
        ingestsUntrustedContent: inner.ingestsUntrustedContent,
      })),
    // @ts-expect-error approvals become less cacheable, never more
    () => layer('k', { cacheableApproval: 'extends' }, (inner) => ({ cacheableApproval: inner.cacheableApproval })),
    // @ts-expect-error the sandbox's word is only tightened
    () => layer('k', { sandboxWouldDeny: 'rewrites' }, (inner) => ({ sandboxWouldDeny: inner.sandboxWouldDeny })),
    // @ts-expect-error a subscription is extended
    () => layer('k', { onSpecsChange: 'narrows' }, (inner) => ({ onSpecsChange: inner.onSpecsChange })),
    // @ts-expect-error a result is rewritten, not answered
    () => layer('k', { postDispatch: 'answers' }, (inner) => ({ postDispatch: inner.postDispatch })),
    // @ts-expect-error a catalogue is not tightened
    () => layer('k', { specs: 'tightens' }, (inner) => ({ specs: inner.specs })),
  ];
  for (const make of wrong) expect(make).toThrow('it allows');
});
