import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolCall } from '@pawl/core';
import { workspace } from '@pawl/workspace';

export const name = 'workspace';

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

/** Takes turns, so that what else the machine does weighs on both alike; the medians, in milliseconds. */
const sideBySide = async (rounds, ours, theirs) => {
  const times = { ours: [], theirs: [] };
  const timed = async (work, into, round) => {
    const start = performance.now();
    await work(round);
    into.push(performance.now() - start);
  };
  for (let round = -Math.ceil(rounds / 10); round < rounds; round += 1) {
    const warm = round < 0;
    await timed(ours, warm ? [] : times.ours, round);
    await timed(theirs, warm ? [] : times.theirs, round);
  }
  return { ours: median(times.ours), theirs: median(times.theirs) };
};

const ratio = (label, { ours, theirs }, limit) => ({
  name: label,
  unit: '×',
  value: ours / theirs,
  target: `<= ${limit}`,
  ok: ours / theirs <= limit,
});

const reading = async (root) => {
  writeFileSync(join(root, 'small.txt'), 'a line of a small file\n'.repeat(40));
  const files = workspace({ root });
  const call = toolCall({ id: 'read', tool: 'file_read', args: { path: 'small.txt' } });
  const path = join(root, 'small.txt');
  const times = await sideBySide(
    2_000,
    () => files.execute(call),
    () => readFile(path, 'utf8'),
  );
  return [
    { name: 'file_read of 1 kB through the fence', unit: 'ms', value: times.ours },
    { name: 'fs.promises.readFile of the same', unit: 'ms', value: times.theirs },
    ratio('file_read against readFile', times, 2),
  ];
};

const rerooting = async (root) => {
  for (let file = 0; file < 100; file += 1) {
    const directory = join(root, 'src', `part-${file % 10}`);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `file-${file}.ts`), `export const value = ${file};\n`.repeat(100));
  }
  const files = workspace({ root });
  const ceiling = { allow: ['src/**'], maxFiles: 100, maxBytes: 10_000_000 };
  const copies = mkdtempSync(join(tmpdir(), 'pawl-bench-copies-'));
  const times = await sideBySide(
    40,
    async (round) => {
      const made = await files.forWorker({ workerId: `worker-${round}`, shareIn: ['src'], ceiling });
      if (made.kind !== 'rooted' || made.seeded.length !== 100) throw new Error('the worker was not rooted');
    },
    async (round) => execFileSync('cp', ['-r', join(root, 'src'), join(copies, String(round))]),
  );
  rmSync(copies, { recursive: true });
  return [
    { name: 'worker re-root with a 100-file share-in', unit: 'ms', value: times.ours },
    { name: 'cp -r of the same', unit: 'ms', value: times.theirs },
    ratio('re-root against cp -r', times, 2),
  ];
};

export async function run() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-bench-')));
  try {
    return [...(await reading(root)), ...(await rerooting(root))];
  } finally {
    rmSync(root, { recursive: true });
  }
}
