import { afterEach, expect, it } from 'vitest';
import type { SubprocessExecutor } from '../src/index.js';
import { ask, open } from './program.js';
import { failureOf, start } from './settle.js';

const mebibyte = 1024 * 1024;
let tools: SubprocessExecutor = open();
afterEach(async () => {
  await tools.close();
  tools = open();
});

it('counts noise and stray answers, and lets them harm nobody', async () => {
  expect((await tools.execute(ask('noise'))).output).toBe('after the noise');
  expect(tools.stats()[0]).toMatchObject({ noiseLines: 4, strayMessages: 1 });
});

it('reads through a byte order mark, carriage returns and blank lines', async () => {
  expect((await tools.execute(ask('framing'))).output).toBe('ÄÖ€😀');
  expect(tools.stats()[0]?.noiseLines).toBe(0);
});

it('reads two messages of one chunk', async () => {
  const messages: unknown[] = [];
  const call = ask('batch', {}, { onProgress: ({ message }) => messages.push(message) });
  expect((await tools.execute(call)).output).toBe('batched');
  expect(messages).toEqual(['in a batch']);
});

it.each(['big', 'bigIdLast'])('fails only the call whose answer is a line of 64 MiB (%s)', async (act) => {
  tools = open({}, { concurrency: 2 });
  const other = start(tools, 'hold');
  await other.started;
  const failure = await failureOf(tools.execute(ask(act, { bytes: 64 * mebibyte })));
  expect(failure).toMatchObject({ code: 'invalid-result', outcome: 'unknown' });
  expect(failure.message).toMatch(/its line has 6710\d{4} bytes, and `maxMessageBytes` allows 16777216/);
  expect((await tools.execute(ask('pid'))).output).toMatchObject({ calls: 3 });
  expect(tools.stats()[0]).toMatchObject({ overlongLines: 1, started: 1 });
  // Nobody has asked it to stop so far.
  await tools.close();
  expect(await failureOf(other.execution)).toMatchObject({ reason: 'closing' });
});

it('takes a line of 64 MiB where it is allowed to', async () => {
  tools = open({ maxMessageBytes: 80 * mebibyte });
  expect((await tools.execute(ask('big', { bytes: 64 * mebibyte }))).output).toHaveLength(64 * mebibyte);
});

it('survives a line of noise that never seems to end', async () => {
  tools = open({ maxMessageBytes: 1000 });
  expect((await tools.execute(ask('bigNoise', { bytes: mebibyte }))).output).toBe('after a long line of noise');
});

it('drains stderr, however much there is', async () => {
  expect((await tools.execute(ask('stderr', { bytes: 8 * mebibyte }))).output).toBe('stderr written');
});
