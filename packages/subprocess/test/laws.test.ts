import type { ToolExecutor } from '@pawl/core';
import { checkConformance, compositeSubject, executorSubject, wrapperSubject } from '@pawl/testkit';
import { afterAll, expect, it } from 'vitest';
import { withFallback } from '../src/executor/with-fallback.js';
import { type SubprocessExecutor, subprocess } from '../src/index.js';
import { ask, open, spec } from './program.js';

const opened = new Map<ToolExecutor, SubprocessExecutor>();
const close = async (executor: ToolExecutor): Promise<void> => {
  await opened.get(executor)?.close();
  opened.delete(executor);
};
afterAll(() => {
  expect(opened.size).toBe(0);
});

it('keeps the laws of the contract, every run with a program of its own', async () => {
  const subject = executorSubject({
    name: 'subprocess',
    cost: 'slow',
    create: () => {
      const tools = open({}, { spec: [spec, { ...spec, name: 'constructor' }] });
      opened.set(tools, tools);
      return tools;
    },
    dispose: close,
    sampleCalls: [ask('echo'), ask('stream')],
  });
  const report = await checkConformance(subject, { runs: 20 });
  expect(report.results.flatMap(({ counterexample }) => counterexample?.text ?? [])).toEqual([]);
  expect(report.conformant).toBe(true);
});

it('without programs is its fallback, on every member', async () => {
  const subject = wrapperSubject({
    name: 'fallback',
    touches: {},
    wrap: (fallback) => subprocess({ tools: [], workspace: 'none', fallback }),
  });
  const report = await checkConformance(subject);
  expect(report.results.flatMap(({ counterexample }) => counterexample?.text ?? [])).toEqual([]);
  expect(report.conformant).toBe(true);
});

it('and its fallback answer as the owner of the name does', async () => {
  const subject = compositeSubject({
    name: 'own and fallback',
    // Each source falls back to those after it.
    create: (sources) => sources.map(({ executor }) => executor).reduceRight((rest, own) => withFallback(own, rest)),
    duplicates: 'first-wins',
  });
  const report = await checkConformance(subject);
  expect(report.results.flatMap(({ counterexample }) => counterexample?.text ?? [])).toEqual([]);
  expect(report.conformant).toBe(true);
});
