import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryRoot } from '../../test/temporary-root.js';
import { openRoot } from '../fence/open-root.js';
import { walk } from '../fence/walk.js';
import { confirmUnchanged } from './confirm-unchanged.js';
import { createLedger } from './ledger.js';

const bytes = (text: string): Buffer => Buffer.from(text);

describe('a ledger', () => {
  it('keeps sessions apart, calls without one included', () => {
    const ledger = createLedger();
    ledger.note(undefined, 'a', bytes('x'));
    ledger.note('one', 'b', bytes('x'));
    expect(ledger.check(undefined, 'a', bytes('x'))).toBe('current');
    expect(ledger.check('undefined', 'a', bytes('x'))).toBe('unread');
    expect(ledger.check(undefined, 'b', bytes('x'))).toBe('unread');
    expect(ledger.check('one', 'b', bytes('y'))).toBe('changed');
  });

  it('forgets what was noted longest ago, and then asks for a new look', () => {
    const ledger = createLedger({ sessions: 2, files: 2 });
    for (const path of ['a', 'b', 'a', 'c']) ledger.note('one', path, bytes(path));
    expect(['a', 'b', 'c'].map((path) => ledger.check('one', path, bytes(path)))).toEqual([
      'current',
      'unread',
      'current',
    ]);
    for (const session of ['two', 'three']) ledger.note(session, 'a', bytes('a'));
    expect(ledger.check('one', 'a', bytes('a'))).toBe('unread');
  });
});

describe('the last look before a file is replaced', () => {
  it('notices that somebody else has changed it', () => {
    const { root } = temporaryRoot({ 'a.txt': 'old' });
    const open = openRoot(root);
    const place = walk(open, ['a.txt']);
    expect(() => confirmUnchanged(open, place)).not.toThrow();
    writeFileSync(join(root, 'a.txt'), 'longer');
    expect(() => confirmUnchanged(open, place)).toThrow('somebody else has changed it');
    place.close();
  });
});
