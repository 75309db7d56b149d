import { unlinkSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/fixture.js';
import { type ProcessIdentity, type ProcessTable, systemProcesses } from './process-table.js';
import { takeWriterLock } from './writer-lock.js';

let ids = 0;
const newId = (): string => `id-${ids++}`;

/** A world of processes that the test ends. */
const world = (): { as: (pid: number) => { processes: ProcessTable; newId: () => string }; gone: Set<number> } => {
  const gone = new Set<number>();
  const as = (pid: number): { processes: ProcessTable; newId: () => string } => ({
    newId,
    processes: {
      self: () => ({ pid, started: 'boot/1', space: 'here' }),
      state: (identity) => (identity.space !== 'here' ? 'unknown' : gone.has(identity.pid) ? 'gone' : 'running'),
    },
  });
  return { as, gone };
};

describe('the lock of a writer', () => {
  it('is held until it is released', async () => {
    const path = join(await temporaryDirectory(), 'a.jsonl');
    const { as } = world();
    const lock = await takeWriterLock(path, as(1));
    await expect(takeWriterLock(path, as(2))).rejects.toMatchObject({ code: 'locked' });
    await lock.release();
    await takeWriterLock(path, as(2));
  });

  it('is given up by a process that is gone, to one of those that want it', async () => {
    const path = join(await temporaryDirectory(), 'a.jsonl');
    const { as, gone } = world();
    for (let round = 0; round < 20; round++) {
      const pids = Array.from({ length: 5 }, (_, i) => round * 10 + i);
      const tries = await Promise.allSettled(pids.map((pid) => takeWriterLock(path, as(pid))));
      const taken = tries.filter(({ status }) => status === 'fulfilled');
      expect(taken).toHaveLength(1);
      for (const pid of pids) gone.add(pid);
    }
    expect(await readdir(join(path, '..'))).toEqual(['a.jsonl.lock.20']);
  });

  it('is not taken from a process that cannot be seen, nor over text that is no lock', async () => {
    const path = join(await temporaryDirectory(), 'a.jsonl');
    const { as } = world();
    const elsewhere: ProcessIdentity = { pid: 1, started: '', space: 'elsewhere' };
    for (const text of [JSON.stringify(elsewhere), 'not a lock', '', 'null']) {
      await writeFile(`${path}.lock.1`, text);
      await expect(takeWriterLock(path, as(2))).rejects.toMatchObject({
        code: 'locked',
        message: expect.stringContaining(`delete ${path}.lock.1`),
      });
    }
  });

  it('is not taken by one that looked before others took it twice', async () => {
    const path = join(await temporaryDirectory(), 'a.jsonl');
    const { as } = world();
    const self = { pid: 1, started: 'boot/1', space: 'here' };
    await writeFile(`${path}.lock.1`, JSON.stringify(self));
    const late = as(2);
    const processes: ProcessTable = {
      self: late.processes.self,
      state: (identity) => {
        if (identity.pid !== 1) return 'running';
        // Between the look and the taking: the second term was taken and released, the third is held.
        writeFileSync(`${path}.lock.3`, JSON.stringify({ ...self, pid: 3 }));
        unlinkSync(`${path}.lock.1`);
        return 'gone';
      },
    };
    await expect(takeWriterLock(path, { processes, newId })).rejects.toMatchObject({ code: 'locked' });
    expect(await readdir(join(path, '..'))).toEqual(['a.jsonl.lock.3']);
  });

  it('leaves one small file that says it was released', async () => {
    const path = join(await temporaryDirectory(), 'a.jsonl');
    const { as } = world();
    await (await takeWriterLock(path, as(1))).release();
    expect(await readFile(`${path}.lock.1`, 'utf8')).toBe('"released"');
  });
});

describe('the processes of the machine', () => {
  it('tell this process from one that had its id before, and from one that is gone', () => {
    const self = systemProcesses.self();
    expect(systemProcesses.state(self)).toBe('running');
    expect(systemProcesses.state({ ...self, space: 'elsewhere' })).toBe('unknown');
    // Above the greatest process id that Linux gives.
    expect(systemProcesses.state({ ...self, pid: 2 ** 22 + 1 })).toBe('gone');
    if (self.started !== '') expect(systemProcesses.state({ ...self, started: 'another boot/1' })).toBe('gone');
  });
});
