import { describe, expect, it } from 'vitest';
import { neverConnected } from './never-connected.js';

const coded = (code: string): Error => Object.assign(new Error(code), { code });

describe('neverConnected', () => {
  it('is true of a refused connection, however deep it is told', () => {
    expect(neverConnected(coded('ECONNREFUSED'))).toBe(true);
    expect(neverConnected(new TypeError('fetch failed', { cause: coded('ENOTFOUND') }))).toBe(true);
    const both = new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]);
    expect(neverConnected(new TypeError('fetch failed', { cause: both }))).toBe(true);
  });

  it('is false where something may have been sent', () => {
    expect(neverConnected(coded('ECONNRESET'))).toBe(false);
    expect(neverConnected(new AggregateError([coded('ECONNREFUSED'), coded('ECONNRESET')]))).toBe(false);
    expect(neverConnected(new Error('fetch failed'))).toBe(false);
    expect(neverConnected('ECONNREFUSED')).toBe(false);
  });
});
