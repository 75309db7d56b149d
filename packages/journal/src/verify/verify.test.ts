import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '@pawl/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agent, approver, keys, nextAgent, stranger, temporaryDirectory } from '../../test/fixture.js';
import { collect, someEvents, writeCalls } from '../../test/written.js';
import { encodeEvent } from '../event/encode-event.js';
import type { JournalEvent } from '../event/journal-event.js';
import { signedBytes } from '../event/signed-bytes.js';
import { memoryJournal } from '../journal/memory-journal.js';
import { keyRing } from '../keys/key-ring.js';
import type { Signer } from '../keys/signer.js';
import { signCheckpoint } from './checkpoint.js';
import { verify } from './verify.js';
import { verifyFile } from './verify-file.js';

const count = 6;

/** An event that somebody with a key wrote anew. */
const forged = (event: JournalEvent, changes: object, signer: Signer): JournalEvent => {
  const body = { ...event, ...changes, key: signer.keyId };
  const { hash } = encodeEvent(body);
  const sig = Buffer.from(signer.sign(signedBytes('event', hash)) as Uint8Array).toString('base64url');
  return { ...body, hash, sig } as JournalEvent;
};

const at = (events: readonly JournalEvent[], index: number): JournalEvent => {
  const event = events[index];
  if (event === undefined) throw new Error(`there is no event ${index}`);
  return event;
};

describe('verify', () => {
  it('finds nothing in a chain that is as it was written', async () => {
    const events = await someEvents(count);
    expect(await verify(events, keys)).toEqual({ ok: true, events: count, hash: events.at(-1)?.hash });
    expect(await verify([], keys)).toMatchObject({ ok: true, events: 0 });
  });

  it('finds any event that is dropped, repeated or moved, and names the first bad one', async () => {
    const events = await someEvents(count);
    const place = fc.nat({ max: count - 1 });
    const change = fc.oneof(
      fc.record({ kind: fc.constant('drop' as const), from: fc.nat({ max: count - 2 }), to: place }),
      fc.record({ kind: fc.constant('repeat' as const), from: place, to: place }),
      fc.record({ kind: fc.constant('move' as const), from: place, to: place }).filter(({ from, to }) => from !== to),
    );
    await fc.assert(
      fc.asyncProperty(change, async ({ kind, from, to }) => {
        const changed = [...events];
        const [taken] = kind === 'repeat' ? [at(events, from)] : changed.splice(from, 1);
        if (kind !== 'drop' && taken !== undefined) changed.splice(to, 0, taken);
        const first = changed.findIndex((event, index) => event !== events[index]);
        const expected = first === -1 ? events.length : first;
        expect(await verify(changed, keys)).toMatchObject({ ok: false, index: expected });
      }),
    );
  });

  it('finds an edit of any byte of a file, in the event that it is in', async () => {
    const events = await someEvents(3);
    const text = events.map((event) => `${canonicalJson(event)}\n`).join('');
    const bytes = Buffer.from(text, 'utf8');
    const path = join(await temporaryDirectory(), 'a.jsonl');
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (place, difference) => {
          const changed = Buffer.from(bytes);
          changed[place] = (changed[place] ?? 0) ^ difference;
          await writeFile(path, changed);
          const index = bytes.subarray(0, place).filter((byte) => byte === 0x0a).length;
          expect(await verifyFile(path, keys)).toMatchObject({ ok: false, index });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('finds text that says the same in other bytes', async () => {
    const [event] = await someEvents(1);
    const path = join(await temporaryDirectory(), 'a.jsonl');
    await writeFile(path, `${JSON.stringify(event, undefined, 1).replaceAll('\n', '')}\n`);
    expect(await verifyFile(path, keys)).toMatchObject({ ok: false, index: 0, code: 'edited' });
  });

  it('finds an edit whose hash was made anew, and a rewrite with another key', async () => {
    const events = await someEvents(count);
    const data = { callId: 'call-2', tool: 'delete_all', attempt: 1, argsDigest: 'absent' };
    const rehashed = { ...forged(at(events, 2), { data }, agent.signer), sig: at(events, 2).sig };
    expect(await verify(events.with(2, rehashed), keys)).toMatchObject({ index: 2, code: 'bad-signature' });
    const resigned = forged(at(events, 2), { data }, stranger.signer);
    expect(await verify(events.with(2, resigned), keys)).toMatchObject({ index: 2, code: 'wrong-key' });
    const first = forged(at(events, 0), { data }, stranger.signer);
    expect(await verify([first], keys)).toMatchObject({ index: 0, code: 'unknown-key' });
    const people = forged(at(events, 0), { data }, approver.signer);
    expect(await verify([people], keys)).toMatchObject({ index: 0, code: 'key-not-allowed' });
  });

  it('finds what whoever has the key wrote out of place', async () => {
    const events = await someEvents(count);
    const skipped = forged(at(events, 2), { seq: 3 }, agent.signer);
    expect(await verify(events.with(2, skipped), keys)).toMatchObject({ index: 2, code: 'out-of-order' });
    const spliced = forged(at(events, 3), { seq: 2 }, agent.signer);
    expect(await verify([...events.slice(0, 2), spliced], keys)).toMatchObject({ index: 2, code: 'broken-chain' });
    const data = { from: nextAgent.signer.keyId, to: nextAgent.signer.keyId };
    const rotation = forged(at(events, 2), { type: 'key-rotation', data }, agent.signer);
    expect(await verify([...events.slice(0, 2), rotation], keys)).toMatchObject({ index: 2, code: 'wrong-key' });
  });

  it('finds an event of another session, and members that no hash covers', async () => {
    const events = await someEvents(count);
    expect(await verify(events.with(1, at(await someEvents(2, 'other'), 1)), keys)).toMatchObject({
      index: 1,
      code: 'wrong-session',
    });
    expect(await verify(events, keys, { session: 'other' })).toMatchObject({ index: 0, code: 'wrong-session' });
    const more = { ...at(events, 3), note: 'not signed' };
    expect(await verify(events.with(3, more), keys)).toMatchObject({ index: 3, code: 'malformed' });
  });

  it('sees a cut tail by a checkpoint that was kept elsewhere, and by nothing else', async () => {
    const journal = memoryJournal({ session: 'chat-42', signer: agent.signer, keys });
    await writeCalls(journal, 3);
    const checkpoint = await journal.checkpoint();
    await writeCalls(journal, 2);
    const events = await collect(journal.events());
    expect(await verify(events, keys, { checkpoint })).toMatchObject({ ok: true, events: 5 });
    expect(await verify(events.slice(0, 3), keys, { checkpoint })).toMatchObject({ ok: true });
    expect(await verify(events.slice(0, 2), keys)).toMatchObject({ ok: true });
    for (const kept of [2, 1, 0]) {
      const result = await verify(events.slice(0, kept), keys, { checkpoint });
      expect(result).toMatchObject({ ok: false, index: kept, code: 'cut-tail' });
    }
  });

  it('finds a tail that was replaced by whoever has the key, by a checkpoint from before', async () => {
    const first = memoryJournal({ session: 'chat-42', signer: agent.signer, keys });
    await writeCalls(first, 2);
    const checkpoint = await first.checkpoint();
    const second = memoryJournal({ session: 'chat-42', signer: agent.signer, keys, now: () => 0 });
    await writeCalls(second, 4);
    const result = await verify(second.events(), keys, { checkpoint });
    expect(result).toMatchObject({ ok: false, index: 1, code: 'checkpoint-mismatch' });
  });

  it('believes no checkpoint that was altered, or signed by somebody else', async () => {
    const events = await someEvents(3);
    const statement = { v: 1, session: 'chat-42', seq: 0, hash: at(events, 0).hash, at: '' } as const;
    const own = await signCheckpoint(statement, agent.signer);
    const strangers = await signCheckpoint(statement, stranger.signer);
    for (const checkpoint of [{ ...own, seq: 1 }, strangers, { ...own, sig: '' }]) {
      expect(await verify(events, keys, { checkpoint })).toMatchObject({ code: 'bad-checkpoint' });
    }
    expect(await verify(events, keys, { checkpoint: own, session: 'other' })).toMatchObject({ code: 'bad-checkpoint' });
  });

  it('reports what is no event at all instead of throwing', async () => {
    const odd = [null, 1, 'x', [], {}, { v: 1 }];
    for (const event of odd) {
      // The point is that it is none.
      expect(await verify([event as unknown as JournalEvent], keys)).toMatchObject({ index: 0, code: 'malformed' });
    }
  });
});

describe('a key rotation', () => {
  it('is an event signed with the old key, after which the new one counts', async () => {
    const journal = memoryJournal({ session: 's', signer: agent.signer, keys });
    await writeCalls(journal, 2);
    const rotation = await journal.rotate(nextAgent.signer);
    await writeCalls(journal, 2);
    expect(rotation).toMatchObject({ key: agent.signer.keyId, data: { to: nextAgent.signer.keyId } });
    const events = await collect(journal.events());
    expect(await verify(events, keys)).toMatchObject({ ok: true, events: 5 });
    expect((await journal.checkpoint()).key).toBe(nextAgent.signer.keyId);
    const retired = forged(at(events, 3), {}, agent.signer);
    expect(await verify(events.with(3, retired), keys)).toMatchObject({ index: 3, code: 'wrong-key' });
  });

  it('keeps its place among events that are appended at once', async () => {
    const journal = memoryJournal({ session: 's', signer: agent.signer, keys });
    await Promise.all([writeCalls(journal, 1), journal.rotate(nextAgent.signer), writeCalls(journal, 1)]);
    const events = await collect(journal.events());
    expect(events.map(({ type }) => type)).toEqual(['call', 'key-rotation', 'call']);
    expect(await verify(events, keys)).toMatchObject({ ok: true });
  });

  it('adds no key to the ring', async () => {
    const journal = memoryJournal({ session: 's', signer: agent.signer, keys });
    await expect(journal.rotate(stranger.signer)).rejects.toMatchObject({ code: 'wrong-key' });
    await expect(journal.rotate(approver.signer)).rejects.toMatchObject({ code: 'wrong-key' });
    await journal.rotate(nextAgent.signer);
    const without = keyRing([{ key: agent.publicPem, uses: ['journal'] }]);
    expect(await verify(journal.events(), without)).toMatchObject({ ok: false, index: 0, code: 'unknown-key' });
  });
});
