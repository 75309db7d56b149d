import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('../examples/guarded-filesystem/dist/main.js', import.meta.url));

it('the demo shows every step on the real server, and each one behaves', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, '--json'], { encoding: 'utf8' });
  const { steps, failed } = JSON.parse(stdout);
  const wrong = steps.flatMap((step: { title: string; checks: { sentence: string; ok: boolean }[] }) =>
    step.checks.filter(({ ok }) => !ok).map(({ sentence }) => `${step.title}: ${sentence}`),
  );
  expect(wrong).toEqual([]);
  expect(failed).toBe(0);
  expect(steps.length).toBeGreaterThanOrEqual(15);
  expect(status, stderr).toBe(0);
});
