import { describe, expect, it } from 'vitest';
import { taintLedger } from './in-process-ledger.js';

const clean = { tainted: false, user: [], trusted: [], found: [] };

describe('taintLedger', () => {
  it('keeps sessions apart, and calls without one from a session of any name', async () => {
    const ledger = taintLedger();
    await ledger.add({ kind: 'untrusted' });
    await ledger.add({ session: 'a', kind: 'user', text: 'hello' });
    expect(await ledger.read('undefined')).toEqual(clean);
    expect(await ledger.read('')).toEqual(clean);
    expect(await ledger.read('a')).toEqual({ ...clean, user: ['hello'] });
    expect(await ledger.read(undefined)).toEqual({ ...clean, tainted: true });
  });

  it('forgets a session that is cleared, and no other', async () => {
    const ledger = taintLedger();
    for (const session of ['a', 'b']) {
      await ledger.add({ session, kind: 'untrusted' });
      await ledger.add({ session, kind: 'found', text: 'x' });
    }
    await ledger.clear('a');
    expect(await ledger.read('a')).toEqual(clean);
    expect(await ledger.read('b')).toEqual({ ...clean, tainted: true, found: ['x'] });
  });

  it('drops the oldest texts of a session, and the texts of the session that was used least recently', async () => {
    const ledger = taintLedger({ maxSessions: 2, maxText: 4 });
    for (const text of ['ab', 'cd', 'ef', 'too long']) await ledger.add({ session: 'a', kind: 'user', text });
    expect((await ledger.read('a')).user).toEqual(['cd', 'ef']);
    await ledger.add({ session: 'b', kind: 'untrusted' });
    await ledger.add({ session: 'b', kind: 'user', text: 'b' });
    await ledger.add({ session: 'a', kind: 'trusted', text: 'a' });
    await ledger.add({ session: 'c', kind: 'user', text: 'c' });
    expect((await ledger.read('b')).user).toEqual([]);
    expect((await ledger.read('a')).trusted).toEqual(['a']);
  });

  it('never forgets by itself that a session is tainted', async () => {
    const ledger = taintLedger({ maxSessions: 1 });
    await ledger.add({ session: 'a', kind: 'untrusted' });
    for (let at = 0; at < 50; at++) await ledger.add({ session: `${at}`, kind: 'user', text: 'x' });
    expect((await ledger.read('a')).tainted).toBe(true);
  });

  it('refuses bounds that make no sense', () => {
    for (const bad of [0, -1, 1.5, Number.NaN]) {
      expect(() => taintLedger({ maxSessions: bad })).toThrow('`maxSessions` must be a whole number of 1 or more');
      expect(() => taintLedger({ maxText: bad })).toThrow('`maxText`');
    }
  });
});
