import { layer, type ToolExecutor } from '@pawl/core';
import { describe, expect, it } from 'vitest';
import { forwarding } from '../mutants/handmade.js';
import { checkConformance } from '../run/index.js';
import { chainSubject, wrapperSubject } from '../subject/index.js';

const throwing = (inner: ToolExecutor): ToolExecutor =>
  new Proxy(forwarding(inner), {
    get: (target, member) => {
      if (member !== 'owns') return Reflect.get(target, member) as unknown;
      return () => Reflect.apply(undefined as never, undefined, []) as unknown; // a TypeError, as of a method that is not there
    },
  });

describe('what a subject throws', () => {
  it('is a failure of the subject in every law, never of the kit', async () => {
    const subject = wrapperSubject({ name: 'a Proxy that throws', touches: {}, wrap: throwing });
    const { results } = await checkConformance(subject, { runs: 20 });
    expect(
      results.filter(({ verdict }) => verdict === 'kit-error').map(({ lawId, reason }) => `${lawId}: ${reason}`),
    ).toEqual([]);
    const found = results.find(({ lawId }) => lawId === 'CHN-01');
    expect(found).toMatchObject({ verdict: 'fail', counterexample: { member: 'owns', layer: 'a Proxy that throws' } });
  });
});

describe('a layer in the middle of a chain', () => {
  const sound = (name: string) => layer(name, {}, () => ({}));
  const restless = layer('restless', { specs: 'narrows' }, (inner) => ({ specs: () => [...inner.specs()] }));
  const noisy = layer(
    'noisy',
    { onSpecsChange: 'extends' } as never,
    ((inner: ToolExecutor) => ({
      onSpecsChange: (listener: () => void) =>
        inner.onSpecsChange(() => {
          listener();
          listener();
        }),
    })) as never,
  );

  it.each([
    ['SPC-02', restless],
    ['SPC-03', noisy],
  ])('is blamed by %s, not the layers above it', async (law, guilty) => {
    const subject = chainSubject({ name: 'a chain', layers: [sound('outer'), guilty, sound('inner')] });
    const { results } = await checkConformance(subject, { laws: [law], runs: 30 });
    expect(results[0]?.counterexample?.layer).toBe(guilty.name);
  });
});

describe('the text of a counterexample', () => {
  it('says where two long answers differ', async () => {
    const changing = wrapperSubject({
      name: 'changes the end',
      touches: {},
      wrap: (inner) => ({
        ...forwarding(inner),
        execute: async (call) => ({ ...(await inner.execute(call)), zzz: 'added' }),
      }),
    });
    const { results } = await checkConformance(changing, { laws: ['FWD-11'] });
    expect(results[0]?.counterexample?.but).toContain('/zzz');
    expect(results[0]?.counterexample?.expected).toMatch(/^the inner's answer about .* unchanged: /);
  });
});
