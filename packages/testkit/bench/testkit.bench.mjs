import { layer } from '@pawl/core';
import { checkConformance, wrapperSubject } from '@pawl/testkit';

/** The name under which the bench is listed. */
export const name = 'testkit';

const subject = wrapperSubject({ name: 'pass-through', layer: layer('pass-through', {}, () => ({})) });

const seconds = async (work) => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};

const sweep = (runs, seed) => checkConformance(subject, { laws: ['CHN-01'], runs, seed });

const heapMiB = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

/** Sweeps of random chains, whole profiles, and memory over many runs. */
export async function run() {
  await sweep(2_000, 1);
  const chains = 20_000;
  const swept = await seconds(() => sweep(chains, 2));
  const quick = await seconds(() => checkConformance(subject, { profile: 'quick' }));
  const byDefault = await seconds(() => checkConformance(subject));
  await sweep(20_000, 3);
  const before = heapMiB();
  await sweep(100_000, 4);
  const grown = heapMiB() - before;
  const rate = chains / swept;
  return [
    { name: 'chain runs, all name questions', unit: 'runs/s', value: rate, target: '>= 3000', ok: rate >= 3000 },
    { name: 'quick profile, one layer', unit: 's', value: quick, target: '< 2', ok: quick < 2 },
    { name: 'default profile, one layer', unit: 's', value: byDefault, target: '< 10', ok: byDefault < 10 },
    { name: 'heap grown over 100,000 runs', unit: 'MiB', value: grown, target: '< 40', ok: grown < 40 },
  ];
}
