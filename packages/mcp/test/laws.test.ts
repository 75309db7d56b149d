import type { ToolExecutor } from '@pawl/core';
import type { McpConnection } from '@pawl/mcp';
import { checkConformance, executorSubject } from '@pawl/testkit';
import { expect, it } from 'vitest';
import { callOf, openFixture } from './open-fixture.js';

const open = new Map<ToolExecutor, McpConnection>();
let added = 0;

const subject = executorSubject({
  name: 'mcpExecutor',
  cost: 'slow',
  create: async () => {
    const server = await openFixture('changing');
    open.set(server.executor, server);
    return server.executor;
  },
  dispose: async (executor) => {
    await open.get(executor)?.close();
    open.delete(executor);
  },
  sampleCalls: [callOf('constructor', {}), callOf('probe', {})],
  changeCatalogue: async (executor) => {
    const changed = new Promise<void>((resolve) => void executor.onSpecsChange(resolve));
    await executor.execute(callOf('probe', { add: `new-${++added}`, storm: 3 }));
    await changed;
  },
});

it('keeps the laws of the contract, every run with a server of its own', async () => {
  const report = await checkConformance(subject, { runs: 20 });
  expect(report.results.flatMap(({ counterexample }) => counterexample?.text ?? [])).toEqual([]);
  expect(report.conformant).toBe(true);
  expect(open.size).toBe(0);
});
