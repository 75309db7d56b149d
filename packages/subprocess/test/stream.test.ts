import { dispatchStream, NONE, type ToolCall, type ToolStreamChunk } from '@pawl/core';
import { afterEach, expect, it } from 'vitest';
import type { SubprocessExecutor } from '../src/index.js';
import { groupAlive } from '../src/process-group/index.js';
import { manualClock } from './manual-clock.js';
import { ask, open } from './program.js';

let tools: SubprocessExecutor = open();
afterEach(async () => {
  await tools.close();
  tools = open();
});

const chunksOf = async (call: ToolCall): Promise<readonly ToolStreamChunk[]> => {
  const chunks: ToolStreamChunk[] = [];
  for await (const chunk of await tools.executeStream(call)) chunks.push(chunk);
  return chunks;
};

it('hands out what comes, unknown fields included, and ends with the answer', async () => {
  expect(await chunksOf(ask('stream'))).toEqual([
    { kind: 'text', text: 'one ', extra: true },
    { kind: 'data', data: { n: 2 } },
    { kind: 'progress', fraction: 0.5, message: 'half' },
    { kind: 'done', result: { output: 'all' } },
  ]);
});

it('asks the program for a stream, which a call for the whole result does not', async () => {
  const streamed = await chunksOf(ask('echo'));
  expect(streamed).toMatchObject([{ kind: 'done', result: { output: { stream: true } } }]);
  expect((await tools.execute(ask('echo'))).output).not.toHaveProperty('stream');
});

it('ends with the failure where the program fails, ends, or sends no chunk', async () => {
  const last = async (act: string): Promise<unknown> => (await chunksOf(ask(act))).at(-1);
  expect(await last('streamFail')).toMatchObject({
    kind: 'error',
    failure: { terminal: true, message: 'tool: no more' },
  });
  expect(await last('streamDie')).toMatchObject({
    kind: 'error',
    failure: { code: 'source-lost', outcome: 'unknown' },
  });
  expect(await last('streamBad')).toMatchObject({ kind: 'error', failure: { code: 'invalid-result' } });
});

it('fails where a chunk is longer than allowed, since a hole in a result is no result', async () => {
  tools = open({ maxMessageBytes: 1000, cancelGraceMs: 20 });
  expect(await chunksOf(ask('bigChunk', { bytes: 2000 }))).toMatchObject([
    { kind: 'error', failure: { code: 'invalid-result' } },
  ]);
});

it('loses nothing to a reader that is slower than the program', async () => {
  const stream = await tools.executeStream(ask('streamMany', { count: 5000 }));
  // The program has answered a call behind the stream's, so it has sent everything that it could.
  const numbers: unknown[] = [];
  for await (const chunk of stream) {
    if (chunk.kind === 'data') numbers.push(chunk.data);
    if (numbers.length % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(numbers).toEqual(Array.from({ length: 5000 }, (_, n) => n));
});

it('is rejected where nothing was started', async () => {
  tools = open({}, { command: 'no-such-command-anywhere' });
  await expect(tools.executeStream(ask('stream'))).rejects.toMatchObject({ outcome: 'not-started' });
});

it('is never made of a tool that cannot stream', async () => {
  tools = open({}, { stream: false });
  await expect(tools.executeStream(ask('stream'))).rejects.toMatchObject({
    code: 'unsupported',
    outcome: 'not-started',
  });
});

it('cancels the tool when its reader leaves', async () => {
  tools = open({ cancelGraceMs: 20 });
  for await (const chunk of await tools.executeStream(ask('hang'))) {
    expect(chunk).toEqual({ kind: 'progress', message: 'started' });
    break;
  }
  expect(tools.stats()[0]?.running).toBe(0);
});

it('answers a reader that waits while another leaves', async () => {
  tools = open({ cancelGraceMs: 20 });
  const stream = (await tools.executeStream(ask('hang')))[Symbol.asyncIterator]();
  await stream.next();
  const waiting = stream.next();
  await stream.return?.();
  expect(await waiting).toEqual({ done: true, value: undefined });
});

it('may take as long as it likes while it sends something in time', async () => {
  const clock = manualClock();
  tools = open({ clock });
  const stream = (await tools.executeStream(ask('hold', {}, { timeoutMs: 1000 })))[Symbol.asyncIterator]();
  clock.advance(900);
  expect(await stream.next()).toMatchObject({ value: { kind: 'progress' } });
  clock.advance(999);
  expect(clock.pending).toBe(1);
  clock.advance(1);
  expect(await stream.next()).toMatchObject({
    value: { kind: 'error', failure: { code: 'timeout', reason: 'deadline' } },
  });
});

it('goes through dispatchStream, whose end ends the tool', async () => {
  tools = open({ cancelGraceMs: 20 }, { capabilities: NONE });
  const outcome = await dispatchStream(tools, ask('hang'));
  if (outcome.status !== 'streaming') throw new Error(`it is ${outcome.status}`);
  await outcome.stream.next();
  const pid = tools.stats()[0]?.pids[0] ?? 0;
  await outcome.stream.return?.();
  expect(groupAlive(pid)).toBe(false);
});
