import { readdirSync, readFileSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { callTool, failureOf } from '../../test/call-tool.js';
import { temporaryRoot } from '../../test/temporary-root.js';
import { executorOver } from '../workspace/executor-over.js';
import { openRoot } from './open-root.js';
import { descriptorPins, type Pins, pathPins } from './pins.js';

// A thread that without pause exchanges a directory for a link that leads out, and back; and turns a link that stays
// inside into one that leads out, and back, so that there is always something to write through.
const swapper = `
const { workerData: { root, outside, flag } } = require('node:worker_threads');
const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
const stop = new Int32Array(flag);
let swaps = 0;
while (Atomics.load(stop, 0) === 0) {
  renameSync(root + '/dir', root + '/aside');
  symlinkSync(outside, root + '/dir');
  unlinkSync(root + '/dir');
  renameSync(root + '/aside', root + '/dir');
  for (const target of [outside, 'real']) {
    symlinkSync(target, root + '/turning');
    renameSync(root + '/turning', root + '/turn');
  }
  swaps += 1;
}
Atomics.store(stop, 1, swaps);
`;

const attempts = 100;

const race = async (pins: Pins): Promise<{ readonly inside: number; readonly swaps: number }> => {
  const { root, outside } = temporaryRoot({ 'dir/file.txt': 'inside', 'real/file.txt': 'inside' });
  writeFileSync(join(outside, 'file.txt'), 'secret');
  symlinkSync('real', join(root, 'turn'));
  const executor = executorOver(openRoot(root, pins), { shell: 'none' });
  const flag = new SharedArrayBuffer(8);
  const worker = new Worker(swapper, { eval: true, workerData: { root, outside, flag } });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  await new Promise((resolve) => worker.once('online', resolve));
  let inside = 0;
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      for (const path of ['dir/file.txt', 'turn/file.txt']) {
        const read = await callTool(executor, 'file_read', { path }).catch((error: Error) => error.message);
        expect(JSON.stringify(read)).not.toContain('"secret"');
        if (typeof read === 'object') inside += 1;
      }
      await callTool(executor, 'file_write', { path: `turn/new-${attempt}/file`, content: 'x' }).catch(() => undefined);
      const found = await callTool(executor, 'grep', { pattern: 'secret', path: '.' }).catch(() => ({}));
      expect(JSON.stringify(found)).not.toContain('"secret"');
    }
  } finally {
    Atomics.store(new Int32Array(flag), 0, 1);
    await ended;
  }
  expect(readdirSync(outside)).toEqual(['file.txt']);
  expect(readFileSync(join(outside, 'file.txt'), 'utf8')).toBe('secret');
  return { inside, swaps: Atomics.load(new Int32Array(flag), 1) };
};

describe('a directory that is exchanged for a link while tools use it', () => {
  it.runIf(process.platform === 'linux')('never leads out, where descriptors hold', async () => {
    const { inside, swaps } = await race(descriptorPins);
    expect(swaps).toBeGreaterThan(attempts);
    expect(inside).toBeGreaterThan(0);
  });

  // The worst moments: after the look and before the file is opened; there and back; with the very same file moved out.
  it.each(['exchanged', 'and back', 'moved out'])(
    'never leads out for reading, where only paths hold: %s',
    async (how) => {
      const { root, outside } = temporaryRoot({ 'dir/file.txt': 'inside' });
      writeFileSync(join(outside, 'file.txt'), 'secret');
      const exchange = (): void => {
        renameSync(join(root, 'dir'), join(how === 'moved out' ? outside : root, 'aside'));
        symlinkSync(how === 'moved out' ? join(outside, 'aside') : outside, join(root, 'dir'));
      };
      const back = (): void => {
        unlinkSync(join(root, 'dir'));
        renameSync(join(root, 'aside'), join(root, 'dir'));
      };
      const pin: Pins['pin'] = (path) => {
        const held = pathPins.pin(path);
        if (path !== join(root, 'dir/file.txt')) return held;
        exchange();
        const confirm = (): void => {
          if (how === 'and back') back();
          held.confirm();
        };
        return { ...held, confirm };
      };
      const executor = executorOver({ ...openRoot(root, pathPins), pins: { ...pathPins, pin } }, { shell: 'none' });
      const failure = await failureOf(callTool(executor, 'file_read', { path: 'dir/file.txt' }));
      expect(failure).toMatchObject({ code: 'refused', message: expect.stringContaining('exchanged') });
    },
  );
});
