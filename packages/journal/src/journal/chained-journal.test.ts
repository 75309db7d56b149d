import { describe, expect, it } from 'vitest';
import { agent, keys } from '../../test/fixture.js';
import { collect, writeCalls } from '../../test/written.js';
import type { Signer } from '../keys/signer.js';
import { emptyChain } from '../verify/chain-state.js';
import { verify } from '../verify/verify.js';
import { ChainedJournal } from './chained-journal.js';
import { JournalError } from './journal-error.js';
import type { JournalStorage } from './journal-storage.js';
import { memoryJournal } from './memory-journal.js';

/** A store whose writes end when the test says so. */
const heldStorage = (): {
  storage: JournalStorage;
  writes: { lines: readonly string[]; end: (error?: Error) => void }[];
} => {
  const writes: { lines: readonly string[]; end: (error?: Error) => void }[] = [];
  const storage: JournalStorage = {
    write: (lines) =>
      new Promise((resolve, reject) => {
        writes.push({ lines, end: (error) => (error === undefined ? resolve() : reject(error)) });
      }),
    read: async function* () {},
    close: async () => {},
  };
  return { storage, writes };
};

const over = (storage: JournalStorage, signer: Signer = agent.signer): ChainedJournal =>
  new ChainedJournal(storage, { session: 's', signer, keys, now: () => 0, state: emptyChain('s') });

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const custom = (journal: ChainedJournal, kind: string): Promise<unknown> => journal.append('custom', { kind });

describe('a journal', () => {
  it('says that an event is stored only when it is', async () => {
    const { storage, writes } = heldStorage();
    const journal = over(storage);
    const seen: unknown[] = [];
    const stored = custom(journal, 'a').then(() => seen.push('stored'));
    await turn();
    expect([seen, journal.head()]).toEqual([[], undefined]);
    writes[0]?.end();
    await stored;
    expect([seen, journal.head()?.seq]).toEqual([['stored'], 0]);
  });

  it('stores in one write whatever came in while another was on its way', async () => {
    const { storage, writes } = heldStorage();
    const journal = over(storage);
    const all = [custom(journal, 'a')];
    await turn();
    all.push(custom(journal, 'b'), custom(journal, 'c'));
    await turn();
    writes[0]?.end();
    await turn();
    writes[1]?.end();
    await Promise.all(all);
    expect(writes.map(({ lines }) => lines.length)).toEqual([1, 2]);
  });

  it('writes nothing after a write that failed', async () => {
    const { storage, writes } = heldStorage();
    const journal = over(storage);
    const all = [custom(journal, 'a')];
    await turn();
    all.push(custom(journal, 'b'));
    const outcomes = Promise.allSettled(all);
    await turn();
    writes[0]?.end(new Error('no space'));
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'write-failed' } });
    }
    await expect(custom(journal, 'c')).rejects.toBeInstanceOf(JournalError);
    expect([writes.length, journal.head()]).toEqual([1, undefined]);
    await journal.close();
  });

  it('does not write what was being signed when a write failed', async () => {
    const { storage, writes } = heldStorage();
    const waiting: (() => void)[] = [];
    const slow: Signer = {
      keyId: agent.signer.keyId,
      sign: (message) => new Promise((resolve) => waiting.push(() => resolve(agent.signer.sign(message)))),
    };
    const journal = over(storage, slow);
    const first = custom(journal, 'a');
    await turn();
    waiting[0]?.();
    await turn();
    const outcomes = Promise.allSettled([first, custom(journal, 'b')]);
    await turn();
    writes[0]?.end(new Error('no space'));
    await turn();
    waiting[1]?.();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(writes).toHaveLength(1);
  });

  it('keeps the order of the calls with a signer that answers out of order', async () => {
    const waiting: (() => void)[] = [];
    const slow: Signer = {
      keyId: agent.signer.keyId,
      sign: (message) => new Promise((resolve) => waiting.unshift(() => resolve(agent.signer.sign(message)))),
    };
    const journal = memoryJournal({ session: 's', signer: slow, keys });
    const all = Promise.all(['a', 'b', 'c'].map((kind) => journal.append('custom', { kind })));
    await turn();
    for (const answer of waiting) answer();
    expect((await all).map(({ seq }) => seq)).toEqual([0, 1, 2]);
    expect(await verify(journal.events(), keys)).toMatchObject({ ok: true, events: 3 });
  });

  it('ends with an error where a signer fails, and does not leave a hole', async () => {
    const failing: Signer = { keyId: agent.signer.keyId, sign: () => Promise.reject(new Error('no key')) };
    const journal = memoryJournal({ session: 's', signer: failing, keys });
    await expect(journal.append('custom', { kind: 'a' })).rejects.toMatchObject({ code: 'write-failed' });
    await expect(journal.append('custom', { kind: 'b' })).rejects.toMatchObject({ code: 'write-failed' });
    expect(await collect(journal.events())).toEqual([]);
  });

  it('tells its listeners what is stored, in order, before the writer hears of it', async () => {
    const journal = memoryJournal({ session: 's', signer: agent.signer, keys });
    const seen: unknown[] = [];
    const end = journal.subscribe(({ seq }) => seen.push(seq));
    await Promise.all(['a', 'b'].map((kind) => journal.append('custom', { kind }).then(() => seen.push(kind))));
    end();
    await journal.append('custom', { kind: 'c' });
    expect(seen).toEqual([0, 1, 'a', 'b']);
  });

  it('is not changed by what happens to the data later', async () => {
    const journal = memoryJournal({ session: 's', signer: agent.signer, keys });
    const data = { kind: 'a', data: [1] };
    const appended = journal.append('custom', data);
    data.data.push(2);
    expect((await appended).data).toEqual({ kind: 'a', data: [1] });
    expect(await verify(journal.events(), keys)).toMatchObject({ ok: true });
  });

  it('refuses what is no event, and goes on', async () => {
    const journal = memoryJournal({ session: 's', signer: agent.signer, keys });
    const odd = journal.append as (type: string, data: unknown) => Promise<unknown>;
    for (const [type, data] of [
      ['nothing', {}],
      ['toString', {}],
      ['key-rotation', { from: 'a', to: 'b' }],
      ['custom', { kind: 'x', data: undefined }],
      ['custom', { kind: '\ud800' }],
      ['custom', null],
      ['custom', []],
    ] as const) {
      await expect(odd.call(journal, type, data)).rejects.toMatchObject({ code: 'invalid-event' });
    }
    await writeCalls(journal, 1);
    expect(await verify(journal.events(), keys)).toMatchObject({ ok: true, events: 1 });
  });

  it('writes no time that could not be read back', async () => {
    for (const time of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, -8.64e15]) {
      let now = time;
      const journal = memoryJournal({ session: 's', signer: agent.signer, keys, now: () => now });
      await expect(writeCalls(journal, 1)).rejects.toMatchObject({ code: 'invalid-option' });
      now = 0;
      await writeCalls(journal, 1);
      expect(await verify(journal.events(), keys)).toMatchObject({ ok: true, events: 1 });
    }
  });

  it('waits on closing for what was appended, and takes nothing more', async () => {
    const { storage, writes } = heldStorage();
    const journal = over(storage);
    const appended = custom(journal, 'a');
    const closed = journal.close();
    await expect(custom(journal, 'b')).rejects.toMatchObject({ code: 'closed' });
    await turn();
    writes[0]?.end();
    await Promise.all([appended, closed]);
  });

  it('reads from any event on', async () => {
    const journal = memoryJournal({ session: 's', signer: agent.signer, keys });
    await writeCalls(journal, 4);
    expect((await collect(journal.events(2))).map(({ seq }) => seq)).toEqual([2, 3]);
  });

  it('says at once which option makes no sense', () => {
    const options = { session: 's', signer: agent.signer, keys };
    expect(() => memoryJournal({ ...options, session: '' })).toThrow(/`session`/);
    expect(() => memoryJournal({ ...options, keys: { find: () => undefined } })).toThrow(/'journal'/);
  });
});
