import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { agent, keys, temporaryDirectory, testClock } from '../../test/fixture.js';
import type { JournalEvent } from '../event/journal-event.js';
import { verifyFile } from '../verify/verify-file.js';
import { openFileJournal } from './open-file-journal.js';

const collect = async (events: AsyncIterable<JournalEvent>): Promise<JournalEvent[]> => {
  const all: JournalEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
};

describe('a journal in a file', () => {
  it('keeps what is appended, in order, and goes on where it was', async () => {
    const options = { directory: await temporaryDirectory(), session: 'chat/42', signer: agent.signer, keys };
    const { now } = testClock();
    const first = await openFileJournal({ ...options, now });
    const kinds = ['a', 'b', 'c'];
    await Promise.all(kinds.map((kind) => first.append('custom', { kind })));
    const checkpoint = await first.checkpoint();
    await first.close();

    const second = await openFileJournal({ ...options, checkpoint });
    const last = await second.append('custom', { kind: 'd', data: { ö: [1, null] } });
    const events = await collect(second.events());
    expect(events.at(-1)).toEqual(last);
    await second.close();
    expect(events.map(({ seq, data }) => [seq, (data as { kind: string }).kind])).toEqual([
      [0, 'a'],
      [1, 'b'],
      [2, 'c'],
      [3, 'd'],
    ]);
    expect(events[0]?.at).toBe('2026-11-30T00:00:00.000Z');
    expect(second.recovery).toBeUndefined();
    expect(await verifyFile(second.path, keys, { checkpoint })).toMatchObject({ ok: true, events: 4 });
    expect((await readFile(second.path, 'utf8')).split('\n')).toHaveLength(5);
  });

  it('has one writer at a time', async () => {
    const options = { directory: await temporaryDirectory(), session: 's', signer: agent.signer, keys };
    const first = await openFileJournal(options);
    await expect(openFileJournal(options)).rejects.toMatchObject({ code: 'locked' });
    await first.close();
    await (await openFileJournal(options)).close();
  });
});
