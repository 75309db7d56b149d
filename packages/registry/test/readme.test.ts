import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';

const read = (file: string): Promise<string> => readFile(new URL(file, import.meta.url), 'utf8');

it('the example of the README runs as shown', async () => {
  const [, example] = (await read('../README.md')).split(/```ts\n|```\n\n## toolset/u);
  expect(await read('./readme-example.ts')).toBe(example);
  const log = vi.spyOn(console, 'log').mockReturnValue();
  await import('./readme-example.js');
  expect(log.mock.calls).toEqual([['executed', 3]]);
});
