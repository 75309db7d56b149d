import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';

it('shows an example in the README that runs as it stands', async () => {
  const read = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');
  expect(await read('../README.md')).toContain(await read('./readme-example.ts'));
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import('./readme-example.js');
  expect(log.mock.calls).toMatchObject([[{ content: [{ text: expect.stringMatching(/Allowed directories/) }] }]]);
  log.mockRestore();
});
