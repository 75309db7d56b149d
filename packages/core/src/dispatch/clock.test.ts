import { afterEach, expect, it, vi } from 'vitest';
import { systemClock } from './clock.js';

afterEach(() => {
  vi.restoreAllMocks();
});

it('does not take a deadline beyond what a timer can hold for one that is over', () => {
  const set = vi.spyOn(globalThis, 'setTimeout');
  for (const ms of [2 ** 31, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY]) {
    systemClock.setTimeout(() => {}, ms)();
    expect(set).toHaveBeenLastCalledWith(expect.any(Function), 2 ** 31 - 1);
  }
});
