import type { ToolProgress } from '@pawl/core';
import { expect, it } from 'vitest';
import { progressReporter } from './progress-reporter.js';

const sent = async (...reports: readonly (ToolProgress & Record<string, unknown>)[]): Promise<readonly unknown[]> => {
  const params: unknown[] = [];
  const { report, flush } = progressReporter('t', async (one) => void params.push(one));
  for (const one of reports) report(one);
  await flush();
  return params;
};
const progressToken = 't';

it('counts as the server behind does, and keeps what only that server knows', async () => {
  const behind = { progress: 3, total: 4, fraction: 0.75, message: 'three', 'example.com/step': { of: 'four' } };
  const { fraction: _, ...params } = behind;
  expect(await sent(behind)).toEqual([{ ...params, progressToken }]);
  expect(await sent({ progress: 7 })).toEqual([{ progress: 7, progressToken }]);
});

it('believes the fraction where a layer has changed it, or where there is no count', async () => {
  const total = 1;
  expect(await sent({ progress: 3, total: 4, fraction: 0.5 })).toEqual([{ progressToken, progress: 0.5, total }]);
  expect(await sent({ fraction: 0.25 }, { fraction: 0.5 })).toEqual([
    { progressToken, progress: 0.25, total },
    { progressToken, progress: 0.5, total },
  ]);
});

it('never falls, and leaves out what is no JSON', async () => {
  const reports = [{ progress: 3, total: 4, fraction: 0.75 }, { progress: 2, total: 4, fraction: 0.5, at: 10n }, {}];
  const params = await sent(...reports);
  expect(params).toEqual([
    { progressToken, progress: 3, total: 4 },
    { progressToken, progress: 3, total: 4 },
    { progressToken, progress: 4 },
  ]);
});
