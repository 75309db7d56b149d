import { expect, it } from 'vitest';
import { ask, open } from './program.js';

it('runs a program', async () => {
  const tools = open();
  const { output } = await tools.execute(ask('pid'));
  expect(output).toEqual({ pid: tools.stats()[0]?.pids[0], calls: 1 });
  await tools.close();
  expect(tools.stats()[0]?.running).toBe(0);
});
