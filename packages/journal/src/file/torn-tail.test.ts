import { appendFile, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agent, keys, nextAgent, stranger, temporaryDirectory } from '../../test/fixture.js';
import { collect, writeCalls } from '../../test/written.js';
import { keyRing } from '../keys/key-ring.js';
import { verifyFile } from '../verify/verify-file.js';
import { journalFileName } from './file-name.js';
import { type FileJournalOptions, openFileJournal } from './open-file-journal.js';

const written = async (count: number): Promise<{ options: FileJournalOptions; path: string; bytes: Buffer }> => {
  const options = { directory: await temporaryDirectory(), session: 's', signer: agent.signer, keys };
  const journal = await openFileJournal(options);
  await writeCalls(journal, count);
  await journal.close();
  return { options, path: journal.path, bytes: await readFile(journal.path) };
};

describe('a last line that was not written whole', () => {
  it('is cut at whatever byte it ends, and nothing before it', async () => {
    const { options, path, bytes } = await written(3);
    const start = bytes.lastIndexOf(0x0a, bytes.length - 2) + 1;
    for (let end = start + 1; end < bytes.length; end++) {
      await writeFile(path, bytes.subarray(0, end));
      expect(await verifyFile(path, keys)).toMatchObject({ ok: false, index: 2, code: 'torn-tail' });
      const journal = await openFileJournal(options);
      const complete = end === bytes.length - 1;
      expect(journal.recovery).toEqual({ cutBytes: complete ? 0 : end - start });
      await journal.close();
      expect((await readFile(path)).equals(complete ? bytes : bytes.subarray(0, start))).toBe(true);
    }
  });

  it('is cut where it is no text at all, and the journal goes on', async () => {
    const { options, path, bytes } = await written(2);
    await appendFile(path, Buffer.alloc(5_000));
    const journal = await openFileJournal(options);
    await writeCalls(journal, 1);
    await journal.close();
    expect(journal.recovery).toEqual({ cutBytes: 5_000 });
    expect((await readFile(path)).subarray(0, bytes.length).equals(bytes)).toBe(true);
    expect(await verifyFile(path, keys)).toMatchObject({ ok: true, events: 3 });
  });

  it('is missed where a checkpoint says that it was acknowledged', async () => {
    const { options, path, bytes } = await written(2);
    const journal = await openFileJournal(options);
    const checkpoint = await journal.checkpoint();
    await journal.close();
    await writeFile(path, bytes.subarray(0, -10));
    await expect(openFileJournal({ ...options, checkpoint })).rejects.toMatchObject({ code: 'corrupt' });
    expect((await readFile(path)).equals(bytes.subarray(0, -10))).toBe(true);
  });
});

describe('a journal that does not verify', () => {
  it('is not opened and not changed, wherever it was edited', async () => {
    const { options, path, bytes } = await written(3);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length - 2 }), async (place) => {
        const changed = Buffer.from(bytes);
        changed[place] = (changed[place] ?? 0) ^ 1;
        await writeFile(path, changed);
        await expect(openFileJournal(options)).rejects.toMatchObject({ code: 'corrupt' });
        expect((await readFile(path)).equals(changed)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('is not opened with a key that it is not at', async () => {
    const { options } = await written(1);
    const second = { ...options, signer: nextAgent.signer };
    await expect(openFileJournal(second)).rejects.toMatchObject({ code: 'wrong-key' });
    const journal = await openFileJournal(options);
    await journal.rotate(nextAgent.signer);
    await journal.close();
    await expect(openFileJournal(options)).rejects.toMatchObject({ code: 'wrong-key' });
    const rotated = await openFileJournal(second);
    await writeCalls(rotated, 1);
    await rotated.close();
    const other = keyRing([{ key: stranger.publicPem, uses: ['journal'] }]);
    await expect(openFileJournal({ ...options, signer: stranger.signer, keys: other })).rejects.toMatchObject({
      code: 'corrupt',
    });
  });

  it('stops when somebody else writes to its file', async () => {
    const { options, path } = await written(1);
    const journal = await openFileJournal(options);
    await appendFile(path, 'x');
    await expect(writeCalls(journal, 1)).rejects.toMatchObject({ code: 'foreign-write' });
    await journal.close();
  });

  it('is never written through a link', async () => {
    const { options, path } = await written(1);
    const elsewhere = { ...options, directory: await temporaryDirectory() };
    await symlink(path, join(elsewhere.directory, journalFileName('s')));
    await expect(openFileJournal(elsewhere)).rejects.toMatchObject({ code: 'invalid-option' });
  });
});

describe('the file of a session', () => {
  it('stays in its directory, whatever the session is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (session) => {
        expect(journalFileName(session)).toMatch(/^s-[a-z0-9-]{0,48}\.[0-9a-f]{32}\.jsonl$/);
      }),
    );
    expect(journalFileName('../../etc/passwd')).toMatch(/^s--etc-passwd\./);
  });

  it('is another one for another session, also where case does not count', () => {
    const names = ['A', 'a', 'a/', 'a-', 'a.'].map((session) => journalFileName(session).toLowerCase());
    expect(new Set(names).size).toBe(names.length);
  });

  it('can be read by its owner alone, with any text tool', async () => {
    const { path, bytes } = await written(2);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const lines = bytes.toString('utf8').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual([0, 1]);
  });

  it('is found again by its events alone', async () => {
    const { options } = await written(2);
    const journal = await openFileJournal(options);
    expect((await collect(journal.events(1))).map(({ seq }) => seq)).toEqual([1]);
    await journal.close();
  });
});
